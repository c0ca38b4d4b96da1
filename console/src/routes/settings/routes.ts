import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { asTexts, signedIn } from '../root.ts';

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
});

const overview = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('./overview.tsx'), 'SettingsOverview'),
});

const organization = createRoute({
  getParentRoute: () => settings,
  path: '/organization',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./organization/organization.tsx'), 'OrganizationSettings'),
});

const people = createRoute({
  getParentRoute: () => settings,
  path: '/people',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./people/people.tsx'), 'People'),
});

/** `new` in place of an id: it is being made. */
const person = createRoute({
  getParentRoute: () => settings,
  path: '/people/$record',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./people/person.tsx'), 'Person'),
});

const teams = createRoute({
  getParentRoute: () => settings,
  path: '/teams',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./teams/teams.tsx'), 'Teams'),
});

const pipeline = createRoute({
  getParentRoute: () => settings,
  path: '/pipeline',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./pipeline/pipeline.tsx'), 'Pipeline'),
});

/** `new` in place of an id: it is being made. */
const stage = createRoute({
  getParentRoute: () => settings,
  path: '/pipeline/$record',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./pipeline/stage.tsx'), 'Stage'),
});

const sources = createRoute({
  getParentRoute: () => settings,
  path: '/sources',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./sources/sources.tsx'), 'Sources'),
});

const fields = createRoute({
  getParentRoute: () => settings,
  path: '/fields',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./fields/fields.tsx'), 'Fields'),
});

/** `new` in place of an id: it is being made. */
const field = createRoute({
  getParentRoute: () => settings,
  path: '/fields/$record',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./fields/one-field.tsx'), 'OneField'),
});

const scoring = createRoute({
  getParentRoute: () => settings,
  path: '/scoring',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./scoring/scoring.tsx'), 'Scoring'),
});

const distribution = createRoute({
  getParentRoute: () => settings,
  path: '/distribution',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./distribution/distribution.tsx'), 'Distribution'),
});

/** `new` in place of an id: it is being made. */
const rule = createRoute({
  getParentRoute: () => settings,
  path: '/distribution/$record',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./distribution/rule.tsx'), 'Rule'),
});

const forms = createRoute({
  getParentRoute: () => settings,
  path: '/forms',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./forms/forms.tsx'), 'Forms'),
});

/** `new` in place of an id: it is being made. */
const form = createRoute({
  getParentRoute: () => settings,
  path: '/forms/$record',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./forms/form.tsx'), 'OneForm'),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
});

/** `new` in place of an id: it is being made. */
const webhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$record',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./webhooks/webhook.tsx'), 'OneWebhook'),
});

const tokens = createRoute({
  getParentRoute: () => settings,
  path: '/tokens',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./tokens/tokens.tsx'), 'Tokens'),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: asTexts,
  component: lazyRouteComponent(() => import('./audit/audit.tsx'), 'Audit'),
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
