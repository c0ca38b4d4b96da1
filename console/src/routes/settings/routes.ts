import { createRoute } from '@tanstack/react-router';
import { asTexts, signedIn } from '../root.ts';
import { fetchNeeded, screen } from '../screen.ts';
import type { needs } from './needs.ts';

/** Not with the console, but beside the page's code. */
const fetchFor = async (page: keyof typeof needs, record = ''): Promise<void> => {
  const { needs } = await import('./needs.ts');
  await fetchNeeded('settings:read', (me) => needs[page](record, me));
};

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: screen(() => import('./settings.tsx'), 'Settings'),
});

const overview = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: screen(() => import('./overview.tsx'), 'SettingsOverview'),
});

const organization = createRoute({
  getParentRoute: () => settings,
  path: '/organization',
  validateSearch: asTexts,
  loader: () => fetchFor('organization'),
  component: screen(() => import('./organization/organization.tsx'), 'OrganizationSettings'),
});

const people = createRoute({
  getParentRoute: () => settings,
  path: '/people',
  validateSearch: asTexts,
  component: screen(() => import('./people/people.tsx'), 'People'),
});

/** `new` in place of an id: it is being made. */
const person = createRoute({
  getParentRoute: () => settings,
  path: '/people/$record',
  validateSearch: asTexts,
  loader: ({ params }) => fetchFor('person', params.record),
  component: screen(() => import('./people/person.tsx'), 'Person'),
});

const teams = createRoute({
  getParentRoute: () => settings,
  path: '/teams',
  validateSearch: asTexts,
  loader: () => fetchFor('teams'),
  component: screen(() => import('./teams/teams.tsx'), 'Teams'),
});

const pipeline = createRoute({
  getParentRoute: () => settings,
  path: '/pipeline',
  validateSearch: asTexts,
  loader: () => fetchFor('pipeline'),
  component: screen(() => import('./pipeline/pipeline.tsx'), 'Pipeline'),
});

/** `new` in place of an id: it is being made. */
const stage = createRoute({
  getParentRoute: () => settings,
  path: '/pipeline/$record',
  validateSearch: asTexts,
  loader: ({ params }) => fetchFor('stage', params.record),
  component: screen(() => import('./pipeline/stage.tsx'), 'Stage'),
});

const sources = createRoute({
  getParentRoute: () => settings,
  path: '/sources',
  validateSearch: asTexts,
  loader: () => fetchFor('sources'),
  component: screen(() => import('./sources/sources.tsx'), 'Sources'),
});

const fields = createRoute({
  getParentRoute: () => settings,
  path: '/fields',
  validateSearch: asTexts,
  loader: () => fetchFor('fields'),
  component: screen(() => import('./fields/fields.tsx'), 'Fields'),
});

/** `new` in place of an id: it is being made. */
const field = createRoute({
  getParentRoute: () => settings,
  path: '/fields/$record',
  validateSearch: asTexts,
  loader: ({ params }) => fetchFor('field', params.record),
  component: screen(() => import('./fields/one-field.tsx'), 'OneField'),
});

const scoring = createRoute({
  getParentRoute: () => settings,
  path: '/scoring',
  validateSearch: asTexts,
  loader: () => fetchFor('scoring'),
  component: screen(() => import('./scoring/scoring.tsx'), 'Scoring'),
});

const distribution = createRoute({
  getParentRoute: () => settings,
  path: '/distribution',
  validateSearch: asTexts,
  loader: () => fetchFor('distribution'),
  component: screen(() => import('./distribution/distribution.tsx'), 'Distribution'),
});

/** `new` in place of an id: it is being made. */
const rule = createRoute({
  getParentRoute: () => settings,
  path: '/distribution/$record',
  validateSearch: asTexts,
  loader: ({ params }) => fetchFor('rule', params.record),
  component: screen(() => import('./distribution/rule.tsx'), 'Rule'),
});

const forms = createRoute({
  getParentRoute: () => settings,
  path: '/forms',
  validateSearch: asTexts,
  loader: () => fetchFor('forms'),
  component: screen(() => import('./forms/forms.tsx'), 'Forms'),
});

/** `new` in place of an id: it is being made. */
const form = createRoute({
  getParentRoute: () => settings,
  path: '/forms/$record',
  validateSearch: asTexts,
  loader: ({ params }) => fetchFor('form', params.record),
  component: screen(() => import('./forms/form.tsx'), 'OneForm'),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  validateSearch: asTexts,
  loader: () => fetchFor('webhooks'),
  component: screen(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
});

/** `new` in place of an id: it is being made. */
const webhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$record',
  validateSearch: asTexts,
  loader: ({ params }) => fetchFor('webhook', params.record),
  component: screen(() => import('./webhooks/webhook.tsx'), 'OneWebhook'),
});

const tokens = createRoute({
  getParentRoute: () => settings,
  path: '/tokens',
  validateSearch: asTexts,
  component: screen(() => import('./tokens/tokens.tsx'), 'Tokens'),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: asTexts,
  component: screen(() => import('./audit/audit.tsx'), 'Audit'),
});

export const settingsRoutes = settings.addChildren([
  overview,
  organization,
  people,
  person,
  teams,
  pipeline,
  stage,
  sources,
  fields,
  field,
  scoring,
  distribution,
  rule,
  forms,
  form,
  webhooks,
  webhook,
  tokens,
  audit,
]);
