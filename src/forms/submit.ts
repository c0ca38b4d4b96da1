import type { FastifyRequest } from 'fastify';
import { CUSTOM } from '../conditions/facts.ts';
import { FaultList } from '../fault-list.ts';
import { suggest } from '../http/did-you-mean.ts';
import { isRecord } from '../http/record.ts';
import { bodyValidator } from '../http/validate.ts';
import type { LeadCreate } from '../leads/schemas.ts';
import { SuppressedContact } from '../leads/suppression/suppression.ts';
import { createLead } from '../leads/writing/create.ts';
import { checkCustomValues, missingCustomValues } from '../leads/writing/custom-values.ts';
import type { FieldErrors } from '../problems.ts';
import { currentTraceparent } from '../tracing/tracer.ts';
import { type FormParts, type OpenForm, reopenForm } from './admit.ts';
import { decodeForm } from './encoded.ts';
import { type AskedField, plainFields } from './fields.ts';
import { sourceOf } from './forms.ts';
import { HONEYPOT, Submission } from './schemas.ts';
import { judgeStarted, STARTED_FAULTS } from './started.ts';

const checkShape = bodyValidator(Submission);

/** Null where it is taken. The answer tells neither whether the person was known or suppressed, nor that a robot was caught. */
export async function submitForm(
  parts: FormParts,
  admitted: OpenForm,
  request: Pick<FastifyRequest, 'id' | 'address' | 'headers'>,
  body: unknown,
  queryFaults: FieldErrors = {},
): Promise<FieldErrors | null> {
  parts.traffic.note();
  const { id: requestId, address } = request;
  const open = await reopenForm(parts, admitted, request);
  const { input, faults } =
    body instanceof URLSearchParams ? decodeForm(open.asked, body) : { input: body as Submission, faults: {} };
  if (isRecord(input) && isCaught(input)) {
    parts.metrics.caughtSubmissions.inc();
    parts.log.info({ request_id: requestId, form: open.form.public_id }, 'a robot submitted a form');
    return null;
  }
  const errors = { ...checkSubmission(parts, open, input), ...faults, ...queryFaults };
  if (Object.keys(errors).length > 0) return errors;
  const { database, leads } = parts;
  const { organizationId, form, settings } = open;
  const call = { requestId, address, traceparent: currentTraceparent() };
  const author = { organizationId, tokenId: null, membershipId: null, formId: form.id, ...call };
  const writing = { database, leads, actor: null, author, form: form.public_id, settings };
  await createLead(writing, leadOf(open, input as Submission)).catch((error: unknown) => {
    if (!(error instanceof SuppressedContact)) throw error;
  });
  return null;
}

const isCaught = (input: Readonly<Record<string, unknown>>): boolean => {
  const value = Object.hasOwn(input, HONEYPOT) ? input[HONEYPOT] : null;
  return value !== null && !(typeof value === 'string' && value.trim() === '');
};

/** All faults at once; those that the schema finds take precedence. */
function checkSubmission({ keys }: FormParts, open: OpenForm, input: unknown): FieldErrors {
  const shape = checkShape(input);
  if (!isRecord(input)) return shape ?? {};
  const errors = { ...checkAsked(open, input), ...shape };
  if (Object.hasOwn(input, 'started')) {
    const judged = judgeStarted(keys.formPage, open.form.public_id, input.started);
    if (judged !== 'good') errors.started = [STARTED_FAULTS[judged]];
  }
  return errors;
}

function checkAsked({ settings, asked }: OpenForm, input: Record<string, unknown>): FieldErrors {
  const strangers = new FaultList();
  const names = asked.map(({ name }) => name);
  const strange = (name: string) => strangers.add(name, () => `is not a field of this form${suggest(name, names)}`);
  for (const name of Object.keys(input)) {
    if (OF_LEADS.has(name) && !names.includes(name)) strange(name);
  }
  const sent = isRecord(input.custom_fields) ? input.custom_fields : {};
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(sent)) {
    if (names.includes(CUSTOM + key)) values[key] = value;
    else strange(CUSTOM + key);
  }
  const errors = {
    ...strangers.errors,
    ...missingCustomValues(settings, values),
    ...checkCustomValues(settings, values),
  };
  if (isRecord(input.custom_fields)) input.custom_fields = values;
  for (const field of asked) {
    if (field.required && isBlank(sentValue(field, input, values))) errors[field.name] ??= ['is required'];
  }
  const [phone, email] = [input.phone ?? null, input.email ?? null];
  if (phone === null && email === null && errors.phone === undefined && errors.email === undefined) {
    errors.phone = ['is required where there is no email'];
  }
  return errors;
}

const OF_LEADS: ReadonlySet<string> = new Set(plainFields);

const sentValue = ({ name, custom }: AskedField, input: Record<string, unknown>, values: Record<string, unknown>) => {
  const [holder, key] = custom === null ? [input, name] : [values, custom.key];
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
};

const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A new lead cannot have an archived source: it is captured without one rather than lost. */
function leadOf({ form }: OpenForm, { started: _started, [HONEYPOT]: _trap, ...lead }: Submission): LeadCreate {
  const source = sourceOf(form);
  return { ...lead, source: source === null || source.archived ? null : source.public_id };
}
