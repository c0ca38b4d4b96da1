import { BASE_PATH, type Reply } from '../http/operation.ts';
import { OneOf, Shape } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { type AnyCall, leadReply, mayRead } from './answers.ts';
import { HiddenLead, Lead, type LeadCreate } from './schemas.ts';
import type { CreateResult } from './writing/create.ts';

export const duplicateMeta = Shape({
  matched_on: Type.Array(OneOf(['phone', 'email'])),
  warning: Type.Optional(
    Type.String({ description: 'Where what differs was not kept: the lead has 20 re-enquiries of the last hour' }),
  ),
});

export const NewLead = Shape({ data: Lead, duplicate: Type.Boolean({ examples: [false] }) });
export const KnownLead = Shape({
  data: Type.Union([Lead, HiddenLead]),
  duplicate: Type.Boolean({ examples: [true] }),
  meta: duplicateMeta,
});

const NOT_KEPT =
  'What was sent differs from the lead and was not kept: the lead has 20 re-enquiries of the last hour already.';

/** The answer to a create, its body as text: a new lead, or as much of the lead that was there as the caller may know. */
export async function createdLeadReply(call: AnyCall, sent: LeadCreate, result: CreateResult): Promise<Reply> {
  if (!result.duplicate) {
    const reply = await leadReply(call, result.lead, { duplicate: false });
    const location = `${BASE_PATH}/leads/${result.lead.public_id}`;
    return { ...reply, status: 201, headers: { ...reply.headers, location } };
  }
  const meta = { matched_on: result.matchedOn };
  if (result.inScope && mayRead(call.actor)) {
    const told = { ...meta, ...(result.isFull && { warning: NOT_KEPT }) };
    const { body } = await leadReply(call, result.lead, { duplicate: true, meta: told });
    return { body, shows: [result.lead.public_id] };
  }
  const contact = Object.fromEntries(result.matchedOn.map((field) => [field, sent[field]]));
  const data = { public_id: result.lead.public_id, contact };
  return { body: JSON.stringify({ data, duplicate: true, meta }), shows: [result.lead.public_id] };
}
