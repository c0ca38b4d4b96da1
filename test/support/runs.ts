/** Whether this is `npm run test:soak`, which runs test/soak/ and every file that imports this one. */
export const isSoak = process.env.LEADLINE_SOAK === 'on';

/** The number of runs: few in `npm test`, many in a soak, or the number in the variable. */
export const runsOf = (few: number, many: number, variable?: string): number =>
  Number((variable && process.env[variable]) ?? (isSoak ? many : few));

/** The same for tests that LEADLINE_ROUNDS drives. */
export const roundsOf = (few: number, many: number): number => runsOf(few, many, 'LEADLINE_ROUNDS');
