import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Keys } from '../db/installation.ts';
import { LATE_MS } from '../http/authenticate.ts';
import { networkOf } from '../http/caller-address.ts';
import type { Writing } from '../leads/writing/writing.ts';
import type { Metrics } from '../metrics.ts';
import { found, notFound, Problem } from '../problems.ts';
import { requireQuota } from '../rate-limits/limiter.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { Settings } from '../settings/snapshot.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { Traffic } from '../slots/traffic.ts';
import { type AskedField, askedFields } from './fields.ts';
import { organizationOf } from './form-id.ts';
import { judgeOrigin } from './origins.ts';
import { type FormRow, findActiveForm } from './queries.ts';

export interface FormParts extends Pick<Writing, 'database' | 'leads'> {
  readonly keys: Keys;
  readonly settings: SettingsStore;
  readonly rateLimits: Pick<RateLimits, 'formRequests' | 'submissions'>;
  readonly urls: { readonly publicUrl: string; readonly docsUrl: string };
  readonly metrics: Metrics;
  readonly traffic: Traffic;
  readonly log: Logger;
}

/** Limit of a submission, whose sender has shown no token. */
export const MOST_BYTES = 65_536;

/** An active form with everything needed to show it and to take submissions. */
export interface OpenForm {
  readonly organizationId: string;
  readonly form: FormRow;
  readonly settings: Settings;
  readonly asked: readonly AskedField[];
  readonly openedAt: number;
}

/** 429 by address, before anything is looked up, then 404, alike for unknown and inactive forms. */
export async function openForm({ address, params }: FastifyRequest, parts: FormParts): Promise<OpenForm> {
  const { database, keys, rateLimits } = parts;
  await requireQuota(rateLimits.formRequests, null, networkOf(address));
  const { public_id } = params as { public_id: string };
  const organizationId = organizationOf(keys.organization, public_id);
  const form = organizationId === null ? undefined : await findActiveForm(database, organizationId, public_id);
  if (organizationId === null || form === undefined) {
    // All of them count as one form, or each invented id would have a quota of its own.
    await requireQuota(rateLimits.submissions, null, networkOf(address));
    throw notFound();
  }
  return openAs(parts, organizationId, form);
}

/** The form as it is once the body has come in: it, its origins, the members and the scoring may have changed. */
export async function reopenForm(
  parts: FormParts,
  open: OpenForm,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<OpenForm> {
  const { organizationId, openedAt } = open;
  if (performance.now() - openedAt < LATE_MS) return open;
  const form = found(await findActiveForm(parts.database, organizationId, open.form.public_id));
  if (originOf(headers, parts, form.allowed_origins) === 'foreign') throw foreignOrigin();
  return openAs(parts, organizationId, form);
}

async function openAs(
  { settings: store }: FormParts,
  organizationId: string,
  form: FormRow & { settings_version: string },
): Promise<OpenForm> {
  const settings = await store.get(organizationId, form.settings_version);
  return { organizationId, form, settings, asked: askedFields(settings, form.fields), openedAt: performance.now() };
}

/** Lets a submission in, before its body is read: 429, 404, 429 of this form, 403. */
export async function admitSubmission(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: FormParts,
): Promise<OpenForm> {
  // A refusal that comes before the form is known says nothing of it: a page of any origin may read when to try again.
  reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED });
  const open = await openForm(request, parts);
  const origin = letRead(request, reply, parts, open.form.allowed_origins);
  const key = `${open.form.public_id} ${networkOf(request.address)}`;
  await requireQuota(parts.rateLimits.submissions, open.organizationId, key);
  if (origin === 'foreign') throw foreignOrigin();
  return open;
}

/** Browsers ask this before they send JSON from a page of another origin. */
export async function answerPreflight(request: FastifyRequest, reply: FastifyReply, parts: FormParts): Promise<void> {
  const { form } = await openForm(request, parts);
  if (letRead(request, reply, parts, form.allowed_origins) === 'foreign') throw foreignOrigin();
  reply.headers({
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  });
}

const originOf = ({ origin, host }: FastifyRequest['headers'], { urls }: FormParts, allowed: readonly string[]) =>
  judgeOrigin(origin, host, { publicUrl: urls.publicUrl, allowed });

/** CORS: only a page of an allowed origin may read the answer, whatever it will be. */
function letRead({ headers }: FastifyRequest, reply: FastifyReply, parts: FormParts, allowed: readonly string[]) {
  const { origin } = headers;
  const judged = originOf(headers, parts, allowed);
  reply.header('vary', 'Origin');
  if (judged === 'allowed') {
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
  } else {
    reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers');
  }
  return judged;
}

const EXPOSED = 'Retry-After, X-Request-Id';

const foreignOrigin = () =>
  new Problem('forbidden', { detail: 'The page that sends this is not of an origin that the form allows.' });
