import { isByToken, noteSignedIn, startWithToken } from './client.ts';

/** Ends the session; a pasted token is only forgotten. The page starts anew. */
export async function signOut(): Promise<void> {
  if (!isByToken) await fetch('/api/v1/session', { method: 'DELETE' }).catch(() => {});
  noteSignedIn(false);
  startWithToken(null, '/sign-in');
}
