import { answerOf, type components } from '@leadline/client';
import { queryOptions } from '@tanstack/react-query';
import { leadline } from './client.ts';
import { queryClient } from './query-client.ts';

type Schemas = components['schemas'];

export type View = Schemas['View'];
export type ViewCreate = Schemas['ViewCreate'];
export type ViewPatch = Schemas['ViewPatch'];

const MOST = 1_000;

/** Saved lists of leads: the caller's own, and those that others share. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) => {
    const views: View[] = [];
    for await (const view of leadline.list('/api/v1/views', { size: 200 }, { signal })) {
      if (views.push(view) === MOST) break;
    }
    return views.sort(byName);
  },
  staleTime: 60_000,
});

const at = (public_id: string) => ({ path: { public_id } });

export async function createView(body: ViewCreate): Promise<View> {
  const view = (await answerOf(leadline.api.POST('/api/v1/views', { body }))).data.data;
  remember((views) => [...views, view]);
  return view;
}

export async function changeView(id: string, body: ViewPatch): Promise<View> {
  const call = leadline.api.PATCH('/api/v1/views/{public_id}', { params: at(id), body });
  const view = (await answerOf(call)).data.data;
  remember((views) => views.map((one) => (one.public_id === id ? view : one)));
  return view;
}

export async function deleteView(id: string): Promise<void> {
  await answerOf(leadline.api.DELETE('/api/v1/views/{public_id}', { params: at(id) }));
  remember((views) => views.filter((one) => one.public_id !== id));
}

function remember(change: (views: View[]) => View[]): void {
  queryClient.setQueryData(viewsQuery.queryKey, (views) => views && change(views).sort(byName));
  void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
}

const byName = (one: View, other: View): number => one.name.localeCompare(other.name);
