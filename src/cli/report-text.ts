/** How reports are put into words and columns for a person. */
import { countOf, momentOf } from './formats.ts';

const BAR_WIDTH = 20;
const NAME_WIDTH = 32;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A share as a bar of blocks, to the eighth of one; what is more than nothing can be seen. */
export function barOf(share: number | null): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share ?? 0)) * BAR_WIDTH * 8);
  const shown = eighths === 0 && share !== null && share > 0 ? 1 : eighths;
  return '█'.repeat(Math.floor(shown / 8)) + EIGHTHS[shown % 8];
}

const UNKNOWN = '–';

/** From the larger of two units to the smaller, and how many of the smaller make one of the larger. */
const scales = [
  ['d', 'h', 24, 3_600],
  ['h', 'min', 60, 60],
  ['min', 's', 60, 1],
] as const;

/** The two largest units, rounded to the smaller: 2 d 3 h. */
export function durationOf(seconds: number | null): string {
  if (seconds === null) return UNKNOWN;
  for (const [larger, smaller, times, unit] of scales) {
    const units = Math.round(seconds / unit);
    const [whole, rest] = [Math.floor(units / times), units % times];
    if (whole > 0) return `${whole} ${larger}${rest > 0 ? ` ${rest} ${smaller}` : ''}`;
  }
  return `${Math.round(seconds)} s`;
}

export const percentOf = (share: number | null): string =>
  share === null ? UNKNOWN : `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;

/** Long names would push the figures out of sight. */
export function shortened(name: string): string {
  const characters = [...name];
  return characters.length <= NAME_WIDTH ? name : `${characters.slice(0, NAME_WIDTH - 1).join('')}…`;
}

export interface Meta {
  cohort_size: number;
  from: string | null;
  to: string | null;
  as_of: string;
  unrecorded_changes: number;
}

/** Which leads a report is about, and what it does not see. */
export function describeMeta({ cohort_size, from, to, as_of, unrecorded_changes }: Meta, timeZone: string): string {
  const moment = (time: string) => momentOf(time, timeZone);
  const range = [...(from === null ? [] : [`from ${moment(from)}`]), ...(to === null ? [] : [`to ${moment(to)}`])];
  const leadsThen = `${countOf(cohort_size, 'lead')} created ${range.join(' ') || 'at any time'}`;
  const first = `${leadsThen}, as of ${moment(as_of)} (${timeZone}).`;
  if (unrecorded_changes === 0) return first;
  const have = unrecorded_changes === 1 ? 'has' : 'have';
  return `${first}\nWarning: ${countOf(unrecorded_changes, 'lead')} ${have} a status that was changed by PATCH, which reports do not see.`;
}
