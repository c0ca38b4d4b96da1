export const abilities = [
  'leads:read',
  'leads:create',
  'leads:update',
  'leads:move',
  'leads:assign',
  'reports:read',
  'audit:read',
  'settings:read',
  'settings:write',
  'tokens:write',
] as const;
export type Ability = (typeof abilities)[number];

/** What each ability allows, in the words of the reference. */
export const abilityMeanings: Readonly<Record<Ability, string>> = {
  'leads:read': 'list and read leads, their timeline, transitions and assignment',
  'leads:create': 'create leads',
  'leads:update': 'change leads (their `status` field included), add notes and activities',
  'leads:move': 'move leads by the status endpoint',
  'leads:assign': 'change the `owner` of leads',
  'reports:read': 'read reports',
  'audit:read': 'read the audit trail',
  'settings:read':
    'read organization, teams, memberships, statuses, sources, custom fields, distribution, scoring, forms',
  'settings:write':
    'change organization, teams, memberships, statuses, sources, custom fields, distribution, scoring, forms',
  'tokens:write': 'list, issue and revoke tokens',
};

/** Stands for everything that the role may do. */
export const EVERYTHING = '*';
export type GrantedAbility = Ability | typeof EVERYTHING;

export const roles = ['agent', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

const agentAbilities: readonly Ability[] = ['leads:read', 'leads:create', 'leads:update', 'leads:move', 'reports:read'];
const managerAbilities: readonly Ability[] = [...agentAbilities, 'leads:assign', 'audit:read', 'settings:read'];

const caps: Readonly<Record<Role, ReadonlySet<Ability>>> = {
  agent: new Set(agentAbilities),
  manager: new Set(managerAbilities),
  admin: new Set(abilities),
};

export const roleMay = (role: Role, ability: Ability): boolean => caps[role].has(ability);

/** What a token may do: what it was granted, as far as its membership's role (which may have changed) allows. */
export function effectiveAbilities(role: Role, granted: readonly string[]): ReadonlySet<Ability> {
  if (granted.includes(EVERYTHING)) return caps[role];
  return new Set(abilities.filter((ability) => granted.includes(ability) && roleMay(role, ability)));
}
