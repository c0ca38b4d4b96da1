import { factOf, type LeadFacts } from '../../src/conditions/facts.ts';
import { RuleSet } from '../../src/conditions/rule-set.ts';
import type { Condition, When } from '../../src/settings/when.ts';

export const meets = (when: When, lead: LeadFacts): boolean => new RuleSet([when]).matching(lead).length === 1;

/** A second implementation of conditions, written as simply as the documentation. */
export const slowlyMeets = ({ all }: When, lead: LeadFacts): boolean =>
  all.every(({ field, op, value }) => said(op, value, factOf(lead, field)));

/** Each operator by its definition. */
export function said(op: Condition['op'], value: unknown, fact: unknown): boolean {
  const lower = (one: unknown) => (typeof one === 'string' ? one.toLowerCase() : one);
  const have = (Array.isArray(fact) ? fact : [fact]).map(lower).filter((one) => one !== null && one !== '');
  const isText = typeof fact === 'string';
  const comparable = typeof fact === typeof value && (typeof fact === 'number' || (isText && fact !== ''));
  switch (op) {
    case 'present':
      return have.length > 0;
    case 'absent':
      return have.length === 0;
    case 'eq':
      return !Array.isArray(fact) && have.includes(lower(value));
    case 'neq':
      return Array.isArray(fact) || !have.includes(lower(value));
    case 'in':
      return have.some((one) => (value as unknown[]).map(lower).includes(one));
    case 'not_in':
      return have.every((one) => !(value as unknown[]).map(lower).includes(one));
    case 'contains':
      return Array.isArray(fact)
        ? have.includes(lower(value))
        : isText && String(lower(fact)).split(String(lower(value))).length > 1;
    case 'starts_with':
      return isText && String(lower(fact)).indexOf(String(lower(value))) === 0;
    case 'gt':
      return comparable && before(lower(value), lower(fact));
    case 'gte':
      return comparable && !before(lower(fact), lower(value));
    case 'lt':
      return comparable && before(lower(fact), lower(value));
    case 'lte':
      return comparable && !before(lower(value), lower(fact));
  }
}

const before = (one: unknown, other: unknown): boolean => (one as number) < (other as number);
