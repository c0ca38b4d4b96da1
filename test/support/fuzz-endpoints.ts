import type { Random } from './fuzz-values.ts';

/** The parts of valid requests: ids that exist, and a token for each role. */
export interface Facts {
  lead: string;
  foreignLead: string;
  status: string;
  source: string;
  owner: string;
  cursor: string;
  tokens: string[];
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** Members of a valid body, each value as JSON text. */
  body?: (facts: Facts, random: Random) => [string, string][];
  query?: (facts: Facts) => [string, string][];
}

export const quoted = (text: string) => JSON.stringify(text);
const paging = ({ cursor }: Facts): [string, string][] => [
  ['page[size]', '7'],
  ['page[after]', cursor],
];
const listing = (facts: Facts): [string, string][] => [
  ...paging(facts),
  ...(['status', 'owner', 'source'] as const).map((name): [string, string] => [`filter[${name}]`, facts[name]]),
  ['filter[created_at]', 'last_30_days'],
  ['filter[score_band]', 'hot'],
  ['sort', 'score'],
];
const values = '{"text":"a","number":1.5,"flag":true,"day":"2026-01-31","one":"a","many":["a","b"]}';
const contact = ({ source }: Facts, random: Random): [string, string][] => [
  ['first_name', quoted('Asha')],
  ['last_name', 'null'],
  ['phone', quoted(`+91${6_000_000_000 + random.below(4_000_000_000)}`)],
  ['email', quoted(`a${random.below(1_000_000_000)}@example.in`)],
  ['source', quoted(source)],
  ['estimated_value', '250000.5'],
  ['custom_fields', values],
];

const ofLead = '/api/v1/leads/{id}';
export const endpoints: Readonly<Record<string, Endpoint>> = {
  'list leads': { method: 'GET', path: '/api/v1/leads', query: listing },
  'create a lead': { method: 'POST', path: '/api/v1/leads', body: contact },
  'read a lead': { method: 'GET', path: ofLead, query: () => [['include', 'activities,notes']] },
  'change a lead': {
    method: 'PATCH',
    path: ofLead,
    body: (facts, random) => [
      ...contact(facts, random),
      ['status', quoted(facts.status)],
      ['owner', quoted(facts.owner)],
    ],
  },
  'move a lead': {
    method: 'POST',
    path: `${ofLead}/status`,
    body: ({ status }) => [
      ['status', quoted(status)],
      ['note', quoted('Wants a call')],
    ],
  },
  'list notes': { method: 'GET', path: `${ofLead}/notes`, query: paging },
  'add a note': { method: 'POST', path: `${ofLead}/notes`, body: () => [['body', quoted('After six')]] },
  'list activities': { method: 'GET', path: `${ofLead}/activities`, query: paging },
  'add an activity': {
    method: 'POST',
    path: `${ofLead}/activities`,
    body: () => [
      ['kind', quoted('call')],
      ['summary', quoted('Called')],
      ['occurred_at', quoted('2026-01-31T09:30:00Z')],
    ],
  },
  'list transitions': { method: 'GET', path: `${ofLead}/transitions`, query: paging },
  'read the audit trail': { method: 'GET', path: `${ofLead}/audit`, query: paging },
};
