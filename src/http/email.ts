// Each part between dots, in any script (RFC 6531); Indian scripts need the two joiners.
const LOCAL_PART = /^(?:[^\p{C}\p{Z}<>()[\]\\,;:"@.]|[\u200c\u200d])+$/u;
const LABEL = /^[\p{L}\p{N}](?:(?:[\p{L}\p{M}\p{N}-]|\u200c|\u200d){0,61}[\p{L}\p{M}\p{N}])?$/u;

export const MOST_EMAIL = 254;

/** One bare address: no display name, quotes or comments, and a domain of at least two labels. */
export function isEmail(text: string): boolean {
  if (text.length > 2 * MOST_EMAIL) return false; // its length is judged in characters elsewhere
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0) return false;
  const labels = domain.split('.');
  return (
    local.split('.').every((part) => LOCAL_PART.test(part)) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    /\p{L}/u.test(labels.at(-1) ?? '')
  );
}

/** As it is spelled, but for the case of Latin letters: some other letters become Latin ones in lower case. */
export const emailSpelling = (email: string): string => email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** How an email is compared. */
export const emailKey = (email: string | null): string | null => email?.toLowerCase() ?? null;
