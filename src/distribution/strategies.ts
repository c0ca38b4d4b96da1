import type { RuleSetting } from '../settings/snapshot.ts';

export type Strategy = RuleSetting['strategy'];
export type Pool = RuleSetting['pool'];

export const strategies = ['round_robin', 'weighted', 'least_open', 'fixed'] as const satisfies readonly Strategy[];
