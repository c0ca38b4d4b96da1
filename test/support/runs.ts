const soak = process.env.LEADLINE_SOAK;

/** Whether random, racing and killing tests try often: `on` with all other tests, `only` without them. */
export const isSoak = soak === 'on' || soak === 'only';
export const isSoakAlone = soak === 'only';
/** Whether the long files run beside the others, as in a soak, but with few tries. */
export const hasLong = isSoak || process.env.LEADLINE_LONG === 'on';

/** The number of runs: few in `npm test`, many in a soak, or the number in the variable. */
export const runsOf = (few: number, many: number, variable?: string): number =>
  Number((variable && process.env[variable]) ?? (isSoak ? many : few));

/** The same for tests that LEADLINE_ROUNDS drives. */
export const roundsOf = (few: number, many: number): number => runsOf(few, many, 'LEADLINE_ROUNDS');
