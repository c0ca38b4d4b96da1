/** Whether this is `npm run test:soak`, which runs test/soak/ and every file that asks here how often to try. */
export const isSoak = process.env.LEADLINE_SOAK === 'on';

/** How often to try: a few times in `npm test`, many times in a soak, or as often as the variable says. */
export const runsOf = (few: number, many: number, variable = 'LEADLINE_ROUNDS'): number =>
  Number(process.env[variable] ?? (isSoak ? many : few));
