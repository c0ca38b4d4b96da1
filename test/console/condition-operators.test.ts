import { afterAll, beforeAll, expect, it } from 'vitest';
import { operators } from '../../src/settings/when.ts';
import { LeadDesk } from '../support/leads.ts';

// By a variable, because the types of the console are those of a page, which the tests do not know.
const OPERATORS = new URL('../../console/src/conditions/operators.ts', import.meta.url).href;
const { operatorsOf } = await import(OPERATORS);

let desk: LeadDesk;
beforeAll(async () => {
  desk = await LeadDesk.open();
});
afterAll(() => desk.close());

it('the condition editor offers exactly the comparisons that the service takes for a field', async () => {
  const { admin, cast } = desk;
  const types = ['text', 'number', 'boolean', 'date', 'select', 'multi_select'];
  for (const type of types) {
    const options = type.endsWith('select') ? { options: ['One', 'Two'] } : {};
    const made = await desk.app.call('POST', '/custom-fields', { token: admin, body: { key: type, type, ...options } });
    expect(made.status).toBe(201);
  }
  const named: [string, string][] = [
    ['source', 'source'],
    ['phone', 'phone'],
    ...types.map((type): [string, string] => [type, `custom_fields.${type}`]),
  ];
  expect(named.map(([type]) => type).sort()).toEqual(Object.keys(operatorsOf).sort());
  const tried = named.flatMap(([type, field]) => operators.map((op) => ({ type, field, op })));
  const pool = { memberships: [cast.ravi.membership] };
  const body = {
    lead: {},
    rules: tried.map(({ field, op }) => ({ strategy: 'fixed', pool, when: { all: [{ field, op, value: null }] } })),
  };
  const { errors } = (await desk.app.call('POST', '/distribution-rules/simulate', { token: admin, body })).body;
  for (const [n, { type, op }] of tried.entries()) {
    const isTaken = errors[`rules.${n}.when.all.0.op`] === undefined;
    expect(isTaken, `${op} of ${type}`).toBe(operatorsOf[type].includes(op));
  }
});
