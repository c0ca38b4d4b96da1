/** Stands for everything that the role may do, also after the role has changed. */
export const EVERYTHING = '*';

const roles = ['agent', 'manager', 'admin'] as const;
type Role = (typeof roles)[number];

/** The lowest role that may hold each ability, as the service has it; a test compares both. */
export const lowestRole = {
  'leads:read': 'agent',
  'leads:create': 'agent',
  'leads:update': 'agent',
  'leads:move': 'agent',
  'events:read': 'agent',
  'reports:read': 'agent',
  'leads:assign': 'manager',
  'leads:import': 'manager',
  'leads:export': 'manager',
  'audit:read': 'manager',
  'settings:read': 'manager',
  'leads:erase': 'admin',
  'settings:write': 'admin',
  'tokens:write': 'admin',
} as const satisfies Readonly<Record<string, Role>>;

type Ability = keyof typeof lowestRole;

export const abilities = Object.keys(lowestRole) as Ability[];

export const roleMay = (role: Role, ability: Ability): boolean =>
  roles.indexOf(role) >= roles.indexOf(lowestRole[ability]);
