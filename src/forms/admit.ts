import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, Problem } from '../problems.ts';
import { isPublicId } from '../public-id.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings/snapshot.ts';
import { type AskedField, askedFields } from './fields.ts';
import { organizationOf } from './form-id.ts';
import { judgeOrigin } from './origins.ts';
import { type FormRow, findActiveForm } from './queries.ts';

/** An active form with everything that showing and taking it needs. */
export interface OpenForm {
  readonly organizationId: string;
  readonly form: FormRow;
  readonly settings: Settings;
  readonly asked: readonly AskedField[];
}

/** 404 for a form that is unknown or not active: the two are not told apart. */
export async function openForm({ database, keys, settings: store }: Services, formId: string): Promise<OpenForm> {
  const organizationId = organizationOf(keys.organization, formId);
  const form = organizationId === null ? undefined : await findActiveForm(database, organizationId, formId);
  if (organizationId === null || form === undefined) throw notFound();
  const settings = await store.get(organizationId, form.settings_version);
  return { organizationId, form, settings, asked: askedFields(settings, form.fields) };
}

export const formIdOf = ({ params }: FastifyRequest): string => (params as { public_id: string }).public_id;

/** Lets a submission in, before its body is read: 429, 404, 403. */
export async function admitSubmission(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<OpenForm> {
  const formId = formIdOf(request);
  if (!isPublicId('form', formId)) throw notFound(); // takes up no place among the quotas
  const refusal = await services.submissions.take(request.ip, formId);
  if (refusal !== null) {
    letRead(request, reply, services, services.submissions.lastOrigins(formId));
    throw refusal;
  }
  const open = await openForm(services, formId);
  services.submissions.remember(formId, open.form.allowed_origins);
  if (letRead(request, reply, services, open.form.allowed_origins) === 'foreign') throw foreignOrigin();
  return open;
}

/** Answers the question that a browser asks before it sends JSON from a page of another origin. */
export async function answerPreflight(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<void> {
  const { form } = await openForm(services, formIdOf(request));
  if (letRead(request, reply, services, form.allowed_origins) === 'foreign') throw foreignOrigin();
  reply.header('access-control-allow-methods', 'POST');
  reply.header('access-control-allow-headers', 'content-type');
  reply.header('access-control-max-age', '600');
}

/** Lets a page of an allowed origin read the answer, whatever it will be. */
function letRead(request: FastifyRequest, reply: FastifyReply, { urls }: Services, allowed: readonly string[]) {
  const { origin, host } = request.headers;
  const judged = judgeOrigin(origin, host, { publicUrl: urls.publicUrl, allowed });
  reply.header('vary', 'Origin');
  if (judged === 'allowed' && origin !== undefined) {
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'Retry-After, X-Request-Id');
  }
  return judged;
}

const foreignOrigin = () =>
  new Problem('forbidden', { detail: 'The page that sends this is not of an origin that the form allows.' });
