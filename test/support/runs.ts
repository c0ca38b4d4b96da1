const soak = process.env.LEADLINE_SOAK;

/** Whether random, racing and killing tests try often: `on` with all other tests, `only` without them. */
export const isSoak = soak === 'on' || soak === 'only';
export const isSoakAlone = soak === 'only';
/** Whether the long files run beside the others, as in a soak, but with few tries. */
export const hasLong = isSoak || process.env.LEADLINE_LONG === 'on';

/** How far a soak goes from few runs to many: less than 100 where time is short, more for a long night. */
const percent = Number(process.env.LEADLINE_SOAK_PERCENT ?? 100);
if (!(percent >= 0)) throw new Error('LEADLINE_SOAK_PERCENT is no number of 0 or more');

/** The number of runs: few in `npm test`, many in a soak, or the number in the variable. */
export const runsOf = (few: number, many: number, variable?: string): number =>
  Number((variable && process.env[variable]) ?? (isSoak ? few + Math.round(((many - few) * percent) / 100) : few));

/** The same for tests that LEADLINE_ROUNDS drives. */
export const roundsOf = (few: number, many: number): number => runsOf(few, many, 'LEADLINE_ROUNDS');
