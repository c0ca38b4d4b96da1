import { useEffect, useRef, useState } from 'react';
import { hasCode, sentenceOf } from '../../../api/problems.ts';
import { queryClient } from '../../../api/query-client.ts';
import { changeRecord, recordQuery, recordsQuery } from '../../../api/settings.ts';
import { newPositions } from '../../../settings/positions.ts';
import { usePipelineTexts } from '../../../texts/pipeline.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { Stage } from './stages.ts';

/** Several presses of an arrow key are one change. */
const PAUSE_MS = 600;

/** The stages are no longer placed as they were seen. */
class LostRace extends Error {}

const isLostRace = (error: unknown) => error instanceof LostRace || hasCode(error, 'precondition_failed', 'not_found');

type Positions = ReadonlyMap<string, number>;

const placesOf = (stages: readonly Stage[]): Positions =>
  new Map(stages.filter(({ archived }) => !archived).map(({ public_id, position }) => [public_id, position]));

const isSame = (one: Positions, other: Positions) =>
  one.size === other.size && [...one].every(([id, position]) => other.get(id) === position);

/** Changes positions, if all stages are still placed as they were seen. Answers what takes the change back. */
async function place(changes: Positions, seen: Positions): Promise<{ back: Positions; seen: Positions }> {
  const now = await queryClient.fetchQuery({ ...recordsQuery('statuses'), staleTime: 0 });
  if (!isSame(placesOf(now), seen)) throw new LostRace();
  const read = (id: string) => queryClient.fetchQuery({ ...recordQuery('statuses', id), staleTime: 0 });
  const records = await Promise.all([...changes.keys()].map(read));
  if (records.some(({ record }) => record.position !== seen.get(record.public_id))) throw new LostRace();
  for (const { record, etag } of records) {
    const position = changes.get(record.public_id);
    if (position !== undefined) await changeRecord('statuses', record.public_id, { position }, etag);
  }
  const back = new Map(records.map(({ record }) => [record.public_id, record.position]));
  return { back, seen: new Map([...seen, ...changes]) };
}

/** An order that is not saved yet: ids, and where the stages were when the person began. */
interface Draft {
  ids: readonly string[];
  moved: ReadonlySet<string>;
  seen: Positions;
}

/** The order of the stages as the person has put them, saved a moment after the last move. */
export function useStageOrder(stages: readonly Stage[]) {
  const texts = useTexts();
  const { order: words } = usePipelineTexts();
  const [draft, setDraft] = useState<Draft | null>(null);
  const work = useRef({ draft: null as Draft | null, timer: 0, isSaving: false });
  const keep = (next: Draft | null) => {
    work.current.draft = next;
    setDraft(next);
  };

  const tell = (error: unknown) => {
    const description = isLostRace(error) ? words.lostHint : sentenceOf(error, texts);
    toast({ title: words.lost, description, kind: 'problem' });
    void queryClient.invalidateQueries({ queryKey: recordsQuery('statuses').queryKey });
  };

  async function undo(back: Positions, seen: Positions): Promise<void> {
    try {
      await place(back, seen);
      toast({ title: words.undone });
    } catch (error) {
      tell(error);
    }
  }

  async function save(): Promise<void> {
    const { draft, isSaving } = work.current;
    if (isSaving || draft === null) return;
    work.current.isSaving = true;
    const order = draft.ids.map((public_id) => ({ public_id, position: draft.seen.get(public_id) ?? 0 }));
    const changes = newPositions(order, draft.moved);
    try {
      const { back, seen } = await place(changes, draft.seen);
      const latest = work.current.draft;
      keep(latest === draft || latest === null ? null : { ...latest, seen });
      const action = { label: texts.common.undo, onPress: () => void undo(back, seen) };
      if (changes.size > 0) toast({ title: words.saved, action });
    } catch (error) {
      keep(null);
      tell(error);
    }
    work.current.isSaving = false;
    if (work.current.draft !== null) later(); // moved again meanwhile
  }

  function later(): void {
    clearTimeout(work.current.timer);
    work.current.timer = window.setTimeout(() => void save(), PAUSE_MS);
  }

  // Whoever leaves the page has moved it all the same.
  useEffect(
    () => () => {
      clearTimeout(work.current.timer);
      void save();
    },
    [],
  );

  const inUse = stages.filter(({ archived }) => !archived);
  const placeOf = new Map(draft?.ids.map((id, index) => [id, index]));
  const byDraft = (one: Stage) => placeOf.get(one.public_id) ?? placeOf.size;
  return {
    shown: draft === null ? inUse : [...inUse].sort((one, other) => byDraft(one) - byDraft(other)),
    move: (order: readonly Stage[], { public_id }: Stage) => {
      const begun = work.current.draft;
      keep({
        ids: order.map((stage) => stage.public_id),
        moved: new Set([...(begun?.moved ?? []), public_id]),
        seen: begun?.seen ?? placesOf(stages),
      });
      later();
    },
  };
}
