export const operators = [
  'eq',
  'neq',
  'in',
  'not_in',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'starts_with',
  'present',
  'absent',
] as const;
export type Operator = (typeof operators)[number];

export interface Condition {
  readonly field: string;
  readonly op: Operator;
  readonly value?: unknown;
}

/** All of them must hold; none: always. */
export interface When {
  readonly all: readonly Condition[];
}

/** As it is stored: callers may leave the list out. */
export const wholeWhen = (when: { all?: readonly unknown[] } | undefined): When => ({
  all: (when?.all ?? []) as When['all'],
});
