import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, Problem } from '../problems.ts';
import type { Settings } from '../settings/snapshot.ts';
import { type AskedField, askedFields } from './fields.ts';
import { organizationOf } from './form-id.ts';
import { judgeOrigin } from './origins.ts';
import type { FormParts } from './parts.ts';
import { type FormRow, findActiveForm } from './queries.ts';

/** An active form with everything that showing and taking it needs. */
export interface OpenForm {
  readonly organizationId: string;
  readonly form: FormRow;
  readonly settings: Settings;
  readonly asked: readonly AskedField[];
}

/**
 * The form that a request asks for: 429 where its address asks too much, before anything is looked up, then 404 for a form
 * that is unknown or not active; the two are not told apart.
 */
export async function openForm({ address, params }: FastifyRequest, parts: FormParts): Promise<OpenForm> {
  const { database, keys, settings: store, formLimits } = parts;
  const refusal = await formLimits.request(address);
  if (refusal !== null) throw refusal;
  const formId = formIdOf({ params });
  const organizationId = organizationOf(keys.organization, formId);
  const form = organizationId === null ? undefined : await findActiveForm(database, organizationId, formId);
  if (organizationId === null || form === undefined) throw (await formLimits.unknownForm(address)) ?? notFound();
  formLimits.remember(formId, form.allowed_origins);
  const settings = await store.get(organizationId, form.settings_version);
  return { organizationId, form, settings, asked: askedFields(settings, form.fields) };
}

const formIdOf = ({ params }: Pick<FastifyRequest, 'params'>): string => (params as { public_id: string }).public_id;

/** Lets a submission in, before its body is read: 429, 404, 429 of this form, 403. */
export async function admitSubmission(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: FormParts,
): Promise<OpenForm> {
  const { formLimits } = parts;
  // A refusal may come before the form is known, and a page of an allowed origin must be able to read it.
  letRead(request, reply, parts, formLimits.lastOrigins(formIdOf(request)));
  const open = await openForm(request, parts);
  const origin = letRead(request, reply, parts, open.form.allowed_origins);
  const refusal = await formLimits.submission(request.address, open.organizationId, open.form.public_id);
  if (refusal !== null) throw refusal;
  if (origin === 'foreign') throw foreignOrigin();
  return open;
}

/** Answers the question that a browser asks before it sends JSON from a page of another origin. */
export async function answerPreflight(request: FastifyRequest, reply: FastifyReply, parts: FormParts): Promise<void> {
  const { form } = await openForm(request, parts);
  if (letRead(request, reply, parts, form.allowed_origins) === 'foreign') throw foreignOrigin();
  reply.header('access-control-allow-methods', 'POST');
  reply.header('access-control-allow-headers', 'content-type');
  reply.header('access-control-max-age', '600');
}

/** Lets a page of an allowed origin read the answer, whatever it will be; a page of any other not. */
function letRead(request: FastifyRequest, reply: FastifyReply, { urls }: FormParts, allowed: readonly string[]) {
  const { origin, host } = request.headers;
  const judged = judgeOrigin(origin, host, { publicUrl: urls.publicUrl, allowed });
  reply.header('vary', 'Origin');
  if (judged === 'allowed' && origin !== undefined) {
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'Retry-After, X-Request-Id');
  } else {
    reply.removeHeader('access-control-allow-origin');
  }
  return judged;
}

const foreignOrigin = () =>
  new Problem('forbidden', { detail: 'The page that sends this is not of an origin that the form allows.' });
