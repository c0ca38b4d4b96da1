import { expect, it } from 'vitest';
import { knownRoute, rememberRoute } from '../../src/leads/assignment/route-memory.ts';
import type { LeadRow } from '../../src/leads/row.ts';
import type { Settings } from '../../src/settings/snapshot.ts';

const lead = (id: string, version = 1, changed = 0) => ({ id, version, updated_at: new Date(changed) }) as LeadRow;

it('a route holds until the lead or the settings change', () => {
  const [settings, others] = [{} as Settings, {} as Settings];
  rememberRoute(settings, lead('1'), '7,0');
  expect(knownRoute(settings, lead('1'))).toBe('7,0');
  expect(knownRoute(settings, lead('1', 2))).toBeUndefined();
  expect(knownRoute(settings, lead('1', 1, 5))).toBeUndefined();
  expect(knownRoute(others, lead('1'))).toBeUndefined();
  rememberRoute(settings, lead('1', 2), '0');
  expect(knownRoute(settings, lead('1', 2))).toBe('0');
});

it('those of 10,000 leads at most are kept', () => {
  const settings = {} as Settings;
  for (let n = 0; n <= 10_000; n++) rememberRoute(settings, lead(String(n)), '0');
  expect(knownRoute(settings, lead('9999'))).toBeUndefined();
  expect(knownRoute(settings, lead('10000'))).toBe('0');
});
