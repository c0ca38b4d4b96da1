/** Times of a lead never go back, even if two machines' clocks differ. */
export const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** A lead changes its stage once in a millisecond: events find a transition by its lead and time. */
export const momentAfter = (now: Date, before: Date): Date => (now > before ? now : new Date(before.getTime() + 1));
