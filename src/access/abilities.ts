/** Lowest first: each may do what the one before it may, and more. */
export const roles = ['agent', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];

const SETTINGS =
  'organization, teams, memberships, statuses, sources, custom fields, distribution, scoring, forms, webhooks';

/** The lowest role that may hold the ability, and what it allows, for the API reference. */
const table = {
  'leads:read': ['agent', 'list and read leads, their timeline, transitions and assignment'],
  'leads:create': ['agent', 'create leads'],
  'leads:update': ['agent', 'change leads (their `status` field included), add notes and activities'],
  'leads:move': ['agent', 'move leads by the status endpoint'],
  'leads:assign': ['manager', 'change the `owner` of leads'],
  'leads:import': ['manager', 'import leads'],
  'leads:export': ['manager', 'export whole lists of leads'],
  'leads:erase': ['admin', 'erase leads'],
  'events:read': ['agent', 'follow the event feed'],
  'reports:read': ['agent', 'read reports'],
  'audit:read': ['manager', 'read the audit trail'],
  'settings:read': ['manager', `read ${SETTINGS}`],
  'settings:write': ['admin', `change ${SETTINGS}`],
  'tokens:write': ['admin', 'list, issue and revoke tokens'],
} as const satisfies Record<string, readonly [Role, string]>;

export type Ability = keyof typeof table;
export const abilities = Object.keys(table) as Ability[];

/** Grants everything that the role may do. */
export const EVERYTHING = '*';
export type GrantedAbility = Ability | typeof EVERYTHING;

export const meaningOf = (ability: Ability): string => table[ability][1];

export const isHigherRole = (role: Role, than: Role): boolean => roles.indexOf(role) > roles.indexOf(than);

export const roleMay = (role: Role, ability: Ability): boolean => !isHigherRole(table[ability][0], role);

export const abilitiesOf = (role: Role): readonly Ability[] => abilities.filter((ability) => roleMay(role, ability));

/** What a token may do: what it was granted, as far as its membership's role (which may have changed) allows. */
export const effectiveAbilities = (role: Role, granted: readonly string[]): ReadonlySet<Ability> =>
  new Set(abilitiesOf(role).filter((ability) => granted.includes(EVERYTHING) || granted.includes(ability)));
