export const abilities = [
  'leads:read',
  'leads:create',
  'leads:update',
  'leads:move',
  'leads:assign',
  'leads:import',
  'leads:export',
  'leads:erase',
  'events:read',
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
  'leads:import': 'import leads',
  'leads:export': 'export whole lists of leads',
  'leads:erase': 'erase leads',
  'events:read': 'follow the event feed',
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

/** Lowest first: each may do what the one before it may, and more. */
export const roles = ['agent', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

const agentAbilities: readonly Ability[] = [
  'leads:read',
  'leads:create',
  'leads:update',
  'leads:move',
  'events:read',
  'reports:read',
];
const managerAbilities: readonly Ability[] = [
  ...agentAbilities,
  'leads:assign',
  'leads:import',
  'leads:export',
  'audit:read',
  'settings:read',
];

const caps: Readonly<Record<Role, ReadonlySet<Ability>>> = {
  agent: new Set(agentAbilities),
  manager: new Set(managerAbilities),
  admin: new Set(abilities),
};

/** Everything that a token of this role may hold. */
export const abilitiesOf = (role: Role): readonly Ability[] => abilities.filter((ability) => roleMay(role, ability));

export const isHigherRole = (role: Role, than: Role): boolean => roles.indexOf(role) > roles.indexOf(than);

export const roleMay = (role: Role, ability: Ability): boolean => caps[role].has(ability);

/** What a token may do: what it was granted, as far as its membership's role (which may have changed) allows. */
export function effectiveAbilities(role: Role, granted: readonly string[]): ReadonlySet<Ability> {
  if (granted.includes(EVERYTHING)) return caps[role];
  return new Set(abilities.filter((ability) => granted.includes(ability) && roleMay(role, ability)));
}
