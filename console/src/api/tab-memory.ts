const OWNER = 'leadline.person';
/** Of the sign-in itself; `client.ts` forgets it. */
const TOKEN = 'leadline.token';

/** Forgets what this tab keeps of a person's work: leads seen lately, drafts, bulk changes. */
export function forgetWork(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith('leadline.') && key !== TOKEN) sessionStorage.removeItem(key);
  }
}

let isToBeKept = false;
/** The session has ended while the person was at work: what is typed waits until they are signed in again. */
export const keepTyped = (): void => {
  isToBeKept = true;
};
export const isTypedKept = (): boolean => isToBeKept;

/** A session may have expired with a draft unsent: it waits for its writer, and for nobody else. */
export function keepWorkOf(person: string): void {
  const owner = sessionStorage.getItem(OWNER);
  if (owner === person) return;
  if (owner !== null) forgetWork();
  sessionStorage.setItem(OWNER, person);
}
