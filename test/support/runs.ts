/** Whether this is `npm run test:soak`, which runs test/soak/ and every file that asks here how often to try. */
export const isSoak = process.env.LEADLINE_SOAK === 'on';

/** How often to try: a few times in `npm test`, many times in a soak, or as often as the variable says. */
export const runsOf = (few: number, many: number, variable?: string): number =>
  Number((variable && process.env[variable]) ?? (isSoak ? many : few));

/** The same for what LEADLINE_ROUNDS drives. */
export const roundsOf = (few: number, many: number): number => runsOf(few, many, 'LEADLINE_ROUNDS');
