/**
 * A field that people never see on the hosted page, so that whoever fills it in is a robot. Its name is one that robots
 * like, that browsers do not fill in by themselves (as they would a company's), and that no page asks for on purpose.
 */
export const HONEYPOT = 'homepage_url';

export const isCaught = (input: Readonly<Record<string, unknown>>): boolean => {
  const value = Object.hasOwn(input, HONEYPOT) ? input[HONEYPOT] : undefined;
  return !(value === undefined || value === null || (typeof value === 'string' && value.trim() === ''));
};
