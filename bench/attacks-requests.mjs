// The most expensive requests within the limits, by kind: texts, numbers, rejections, simulations,
// reports, pages, settings, passwords, jobs.
import { conditions, longLead, longText } from './attacks-prepare.mjs';

const json = (value) => JSON.stringify(value);
const many = (count, entry) => Array.from({ length: count }, (_, n) => entry(n));
const unknownFields = (count) => Object.fromEntries(many(count, (n) => [`n${n}`, 1]));
/** So many numbers with so many times this digit after the point. */
const numbers = (count, digits, digit) =>
  `{"custom_fields":[${many(count, () => `1.${digit.repeat(digits)}`).join()}]}`;
const twice = (count) => `{${many(count, (n) => `"n${n}":1,"n${n}":2`).join()}}`;
const hundredDays = 'filter[created_at]=last_100_days';

export function attacksOn({ organization, form, lead, pool, source }) {
  const submissions = `/api/v1/forms/${form}/submissions`;
  const draftRules = (count) =>
    many(count, (n) => ({ name: `Draft ${n}`, strategy: 'round_robin', pool, when: conditions(20, n) }));
  const one = (kind, name, request, atOnce = 4) => ({ kind, name, atOnce, requests: [request].flat() });
  const post = (path, value) => ({ path: `/api/v1${path}`, body: json(value) });
  const get = (path) => ({ method: 'GET', path: `/api/v1${path}` });
  const marks = (count) => `a${'\u0345\u0344'.repeat(count)}`;
  return [
    one('texts', 'marks in a form, JSON', {
      path: submissions,
      body: json({ first_name: marks(15_000) }),
      isPublic: true,
    }),
    one('texts', 'marks in a form, encoded', {
      path: submissions,
      body: `first_name=${marks(15_000)}`,
      type: 'application/x-www-form-urlencoded',
      isPublic: true,
    }),
    one('texts', 'marks in a note', post(`/leads/${lead}/notes`, { body: marks(100_000) })),
    one('texts', 'marks in every field of a lead', [
      post('/leads', { first_name: marks(100_000) }),
      post('/leads', { phone: marks(100_000) }),
      post('/leads', { email: `${marks(100_000)}@b.in` }),
      post('/leads', { phone: '9876543210', custom_fields: { long_0: marks(100_000) } }),
    ]),
    one(
      'texts',
      'runs of 30 marks, allowed',
      post(`/leads/${lead}/notes`, { body: many(300, () => marks(10)).join('') }),
    ),
    one('texts', 'a long text of spaces and dots', [
      post('/leads', { email: `${'a.'.repeat(400_000)}@` }),
      post('/leads', { phone: '+91 '.repeat(250_000) }),
      post('/leads', { first_name: `a${' '.repeat(1_000_000)}b` }),
    ]),
    one('refusals', '60,000 unknown fields', post('/leads', unknownFields(60_000))),
    one(
      'refusals',
      '60,000 unknown custom fields',
      post('/leads', { phone: '9876543210', custom_fields: unknownFields(60_000) }),
    ),
    one(
      'refusals',
      '60,000 unknown abilities',
      post('/tokens', {
        name: 'x',
        membership: pool.memberships[0],
        abilities: many(60_000, (n) => `leads:${n}`),
      }),
    ),
    one(
      'refusals',
      '20,000 faulty conditions',
      post('/distribution-rules', {
        name: 'x',
        strategy: 'fixed',
        pool,
        when: { all: many(20_000, (n) => ({ field: `nonsense_${n}`, op: 'is' })) },
      }),
    ),
    one(
      'refusals',
      '60,000 conditions of empty objects',
      post('/distribution-rules', { name: 'x', strategy: 'fixed', pool, when: { all: many(60_000, () => ({})) } }),
    ),
    one(
      'refusals',
      '200 rules of 50 faulty conditions, simulated',
      post('/distribution-rules/simulate', {
        lead: {},
        rules: many(200, (n) => ({
          name: `x${n}`,
          strategy: 'none',
          pool,
          when: { all: many(50, () => ({ field: 'nonsense', op: 'is' })) },
        })),
      }),
    ),
    one(
      'refusals',
      '10,000 options that are not unique',
      post('/custom-fields', { key: 'x', type: 'select', options: many(60_000, () => 'same') }),
    ),
    one(
      'refusals',
      '5,000 faulty form fields',
      post('/forms', { name: 'x', fields: many(20_000, () => ({ field: 'nonsense', label: 1 })) }),
    ),
    one('refusals', 'unknown fields of a form, encoded', {
      path: submissions,
      body: many(4_000, (n) => `nonsense_${n}=1`).join('&'),
      type: 'application/x-www-form-urlencoded',
      isPublic: true,
    }),
    one('refusals', 'deep nesting', {
      path: '/api/v1/leads',
      body: `{"custom_fields":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
    }),
    one('numbers', 'digits that are all 0', { path: '/api/v1/leads', body: numbers(1, 1_000_000, '0') }, 8),
    one('numbers', '50,000 with 17 digits', { path: '/api/v1/leads', body: numbers(50_000, 17, '9') }, 8),
    one('numbers', '30 kB of numbers with 17 digits', { path: '/api/v1/leads', body: numbers(1_600, 17, '9') }, 16),
    one('numbers', 'a name that comes twice among 80,000', {
      path: '/api/v1/leads',
      body: `{${many(80_000, (n) => `"n${n}":1`).join()},"n0":1}`,
    }),
    one('numbers', '30 kB of names that come twice', { path: '/api/v1/leads', body: twice(2_000) }, 16),
    one('refusals', 'unknown parameters', get(`/leads?${many(800, (n) => `filter[nonsense${n}]=1`).join('&')}`)),
    one(
      'simulation',
      '200 draft rules on one lead',
      post('/distribution-rules/simulate', { lead: longLead(), rules: draftRules(100) }),
    ),
    one(
      'simulation',
      'own 150 rules over 100 days',
      post('/distribution-rules/simulate', { filter: { created_at: 'last_100_days' } }),
    ),
    one(
      'simulation',
      'draft rules over two years',
      post('/distribution-rules/simulate', { filter: { created_at: '2000-01-01..' }, rules: draftRules(100) }),
    ),
    one(
      'simulation',
      'a scoring model of 100 rules',
      post('/scoring/simulate', {
        rules: draftRules(100).map(({ when }, n) => ({ name: `r${n}`, points: 1, when })),
        signals: [{ activity: 'call', points: 1, half_life_days: 1 }],
      }),
    ),
    one(
      'simulation',
      'creates under 150 rules of 50 conditions',
      many(500, (n) => post('/leads', { ...longLead(), phone: `+9162${String(n).padStart(8, '0')}` })),
    ),
    one(
      'reports',
      '54 reports in flight',
      ['funnel', 'velocity', 'conversion?group_by=owner', 'distribution'].map((name) =>
        get(
          `/reports/${name}${name.includes('?') ? '&' : '?'}${name.startsWith('distribution') ? hundredDays : 'filter[created_at]=2000-01-01..'}`,
        ),
      ),
      54,
    ),
    one('pages', '200 leads of 60 kB', get('/leads?page[size]=200&filter[created_at]=today'), 8),
    one('pages', '200 audit entries of 120 kB', get('/audit?page[size]=200'), 8),
    one(
      'pages',
      '200 notes of 30 kB, timeline',
      [
        get(`/leads/${lead}/notes?page[size]=200`),
        get(`/leads/${lead}/activities?page[size]=200`),
        get(`/leads/${lead}?include=activities,notes`),
      ],
      8,
    ),
    one('pages', '200 rules of 50 conditions', get('/distribution-rules?page[size]=200'), 8),
    one('pages', '200 memberships', get('/memberships?page[size]=200'), 8),
    one(
      'settings',
      'a change of settings in a loop',
      many(2, (n) => ({ method: 'PATCH', path: `/api/v1/sources/${source}`, body: json({ name: `Changed ${n}` }) })),
      4,
    ),
    one(
      'passwords',
      'wrong ones of one address',
      {
        path: '/api/v1/session',
        body: json({ organization, email: 'nobody@example.in', password: 'x'.repeat(128) }),
        isPublic: true,
      },
      16,
    ),
    one(
      'jobs',
      'all leads given to another owner',
      many(2, (n) => post('/leads/bulk', { filter: {}, change: { owner: pool.memberships[n] } })),
      4,
    ),
    one(
      'settings',
      'long texts taken as they are',
      post('/custom-fields', { key: 'y', type: 'text', label: longText(100) }),
    ),
  ];
}
