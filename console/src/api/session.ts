import { answerOf, type components } from '@leadline/client';
import { queryOptions } from '@tanstack/react-query';
import { isByToken, leadline, noteSignedIn, startWithToken } from './client.ts';
import { forgetWork } from './tab-memory.ts';

type SignIn = components['schemas']['SignIn'];

/** Signs in by email and password. The page then starts anew. */
export async function signIn(body: SignIn, to: string): Promise<void> {
  await answerOf(leadline.api.POST('/api/v1/session', { body }));
  start(to);
}

/** Accepts an invitation, and signs in. Only the link of a demo needs no password. */
export async function acceptInvitation(token: string, password: string | null): Promise<void> {
  const params = { path: { token } };
  const body = password === null ? {} : { password };
  await answerOf(leadline.api.POST('/api/v1/invitations/{token}', { params, body }));
  start('/');
}

function start(to: string): void {
  noteSignedIn(true);
  startWithToken(null, to);
}

/** Ends the session; a pasted token is only forgotten. The page starts anew. */
export async function signOut(): Promise<void> {
  if (!isByToken) await leadline.api.DELETE('/api/v1/session').catch(() => {});
  noteSignedIn(false);
  forgetWork();
  startWithToken(null, '/sign-in');
}

/** Whether the token would be let in. */
export async function isGoodToken(token: string): Promise<boolean> {
  const answer = await fetch('/api/v1/me', { headers: { authorization: `Bearer ${token}` } });
  return answer.ok;
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await leadline.list('/api/v1/sessions', {}, { signal }).page()).data,
});

export async function endSession(public_id: string): Promise<void> {
  await answerOf(leadline.api.DELETE('/api/v1/sessions/{public_id}', { params: { path: { public_id } } }));
}

/** A path of the console itself. Browsers drop tabs and line breaks from addresses, so it is judged as they read it. */
export function safePath(to: string | undefined): string {
  if (to === undefined || !to.startsWith('/') || !URL.canParse(to, location.origin)) return '/';
  const { origin, pathname, search, hash } = new URL(to, location.origin);
  const isOwn = origin === location.origin && !pathname.startsWith('//') && !pathname.startsWith('/sign-in');
  return isOwn ? pathname + search + hash : '/';
}

/** Ways to sign in that this service offers, as its page says. */
export const offersSingleSignOn = (): boolean =>
  (document.querySelector<HTMLMetaElement>('meta[name="leadline-sign-in"]')?.content ?? '').split(' ').includes('oidc');
