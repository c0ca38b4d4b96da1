/** The wall clock of a zone at an instant, as `<input type="datetime-local">` writes it. */
export function wallClock(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** The instant at which the clocks of a zone show this. Null for what is no time. */
export function instantAt(clock: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${clock}Z`);
  if (Number.isNaN(asUtc)) return null;
  // Twice: the first guess may lie on the other side of a change of the clocks.
  let guess = asUtc;
  for (let i = 0; i < 2; i++) guess += asUtc - Date.parse(`${wallClock(new Date(guess), timeZone)}Z`);
  return new Date(guess);
}

/** The day of an instant in a zone, such as 2026-01-31. */
export const dayIn = (at: string, timeZone: string): string => wallClock(new Date(at), timeZone).slice(0, 10);
