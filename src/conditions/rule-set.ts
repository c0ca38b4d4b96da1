import type { Condition, When } from '../settings/when.ts';
import { Fact, factOf, folded, type LeadFacts } from './facts.ts';
import { type Test, testOf } from './matches.ts';

interface Judged {
  readonly field: number;
  readonly test: Test;
}

/** Compiled once for all leads. A condition that rules share is judged once a lead, and a fact is folded once a lead. */
export class RuleSet {
  readonly #fields: string[] = [];
  readonly #conditions: Judged[] = [];
  /** By rule, the places of its conditions. */
  readonly #rules: readonly (readonly number[])[];

  constructor(whens: readonly When[]) {
    const fields = new Map<string, number>();
    const known = new Map<string, number>();
    this.#rules = whens.map(({ all }) => [...new Set(all.map((condition) => this.#placeOf(condition, fields, known)))]);
  }

  /** The rules whose conditions all hold for the lead, by their places. */
  matching(lead: LeadFacts): number[] {
    const facts: (Fact | undefined)[] = new Array(this.#fields.length);
    const verdicts = new Int8Array(this.#conditions.length); // 0: not judged yet
    const holds = (place: number): boolean => {
      if (verdicts[place] !== 0) return verdicts[place] === 1;
      const { field, test } = this.#conditions[place] as Judged;
      const fact = facts[field] ?? new Fact(factOf(lead, this.#fields[field] as string));
      facts[field] = fact;
      const verdict = test(fact);
      verdicts[place] = verdict ? 1 : 2;
      return verdict;
    };
    const found: number[] = [];
    for (let n = 0; n < this.#rules.length; n++) if (this.#rules[n]?.every(holds)) found.push(n);
    return found;
  }

  #placeOf(condition: Condition, fields: Map<string, number>, known: Map<string, number>): number {
    const { field, op } = condition;
    const value = Array.isArray(condition.value) ? condition.value.map(folded) : folded(condition.value);
    const key = `${field} ${op} ${typeof value === 'string' ? `"${value}` : JSON.stringify(value)}`;
    const place = known.get(key);
    if (place !== undefined) return place;
    const at = fields.get(field) ?? this.#fields.push(field) - 1;
    fields.set(field, at);
    known.set(key, this.#conditions.length);
    return this.#conditions.push({ field: at, test: testOf(op, value) }) - 1;
  }
}
