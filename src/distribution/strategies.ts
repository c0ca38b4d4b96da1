export const strategies = ['round_robin', 'weighted', 'least_open', 'fixed'] as const;
export type Strategy = (typeof strategies)[number];

/** Whom a rule gives leads to: a team's agents, or the members named. Public ids. */
export type Pool = { readonly team: string } | { readonly memberships: readonly string[] };
