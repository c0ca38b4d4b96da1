/** Times of a lead never go back, even if two machines' clocks differ. */
export const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);
