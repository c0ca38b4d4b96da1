import { createClient } from '@leadline/client';

const KEY = 'leadline.token';

/** A token that a developer pasted, for this tab alone. Everybody else is signed in by the session's cookie. */
const pasted = sessionStorage.getItem(KEY);

export const leadline = createClient({ baseUrl: location.origin, token: pasted });

export const isByToken = pasted !== null;

/** Told when the service no longer knows the caller. */
let signedOut: () => void = () => {};
export const onSignedOut = (listener: () => void): void => {
  signedOut = listener;
};

/** Sees every answer. Code that sends a request without the client calls it. */
export function checkAnswer({ status }: { status: number }): void {
  if (status === 401) signedOut();
}

leadline.api.use({ onResponse: ({ response }) => checkAnswer(response) });

/** Header fields of requests that are made without the client. */
export const authorization: Readonly<Record<string, string>> =
  pasted === null ? {} : { authorization: `Bearer ${pasted}` };

const SIGNED_IN = 'leadline.signed-in';

/** Whether somebody has signed in on this device: a browser reports a refused request as an error, so it is not made for nothing. */
export const maybeSignedIn = (): boolean => isByToken || localStorage.getItem(SIGNED_IN) !== null;

export function noteSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(SIGNED_IN, 'yes');
  else localStorage.removeItem(SIGNED_IN);
}

/** The page starts anew, so that nothing of the caller before is left. */
export function startWithToken(token: string | null, to = '/'): void {
  if (token === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
  location.assign(to);
}
