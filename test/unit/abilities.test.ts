import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Ability, abilities, effectiveAbilities, type Role, roleMay, roles } from '../../src/access/abilities.ts';

const ofAgents = ['leads:read', 'leads:create', 'leads:update', 'leads:move', 'reports:read', 'events:read'];
const ofManagers = [...ofAgents, 'leads:assign', 'leads:import', 'leads:export', 'audit:read', 'settings:read'];
const table: Record<Role, string[]> = {
  agent: ofAgents,
  manager: ofManagers,
  admin: [...ofManagers, 'leads:erase', 'settings:write', 'tokens:write'],
};

it('the abilities are those of the contract’s table', () => {
  expect([...abilities].sort()).toEqual([...table.admin].sort());
  expect([...roles].sort()).toEqual(Object.keys(table).sort());
});

it.each(roles)('a role caps what a token may do: %s', (role) => {
  expect(abilities.filter((ability) => roleMay(role, ability)).sort()).toEqual([...table[role]].sort());
  expect([...effectiveAbilities(role, ['*'])].sort()).toEqual([...table[role]].sort());
});

it('a token may do what it was granted, as far as its role allows', () => {
  const granted = fc.subarray([...abilities, '*', 'unknown:ability']);
  fc.assert(
    fc.property(fc.constantFrom(...roles), granted, (role, granted) => {
      const expected = table[role].filter((ability) => granted.includes('*') || granted.includes(ability));
      expect([...effectiveAbilities(role, granted)].sort()).toEqual(expected.sort());
    }),
  );
});

it('a higher role never loses an ability that a lower one has', () => {
  for (const ability of abilities as readonly Ability[]) {
    if (roleMay('agent', ability)) expect(roleMay('manager', ability)).toBe(true);
    if (roleMay('manager', ability)) expect(roleMay('admin', ability)).toBe(true);
  }
});
