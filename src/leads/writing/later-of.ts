/** Time never goes back on a lead, even where two machines' clocks differ. */
export const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);
