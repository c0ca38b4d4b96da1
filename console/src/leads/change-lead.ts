import type { LeadPatch } from '@leadline/client';
import { leadline } from '../api/client.ts';
import { isWhole, type Lead, leadChanged, leadQuery, rememberLead } from '../api/leads.ts';
import { hasCode } from '../api/problems.ts';
import { queryClient } from '../api/query-client.ts';

/** Somebody else was faster: what was wanted did not happen. */
export class LeadConflict extends Error {
  /** The lead as it is now. */
  readonly lead: Lead;
  constructor(lead: Lead) {
    super('the lead was changed meanwhile');
    this.lead = lead;
  }
}

async function readAnew(id: string) {
  const read = await leadline.leads.get(id);
  queryClient.setQueryData(leadQuery(id).queryKey, read);
  rememberLead(read.lead);
  return read;
}

async function orConflict<Result>(id: string, change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (!hasCode(error, 'precondition_failed')) throw error;
    throw new LeadConflict((await readAnew(id)).lead);
  }
}

interface Move {
  to: string;
  note?: string;
  /** Fields that the status requires, changed before the move. */
  fields?: LeadPatch;
}

/** Moves the lead if it is still in the status in which the person saw it. */
export async function moveSeenLead(seen: Lead, { to, note, fields }: Move): Promise<Lead> {
  const id = seen.public_id;
  const now = await readAnew(id);
  if (now.lead.status.public_id !== seen.status.public_id) throw new LeadConflict(now.lead);
  let ifMatch = now.etag ?? undefined;
  if (fields !== undefined && Object.keys(fields).length > 0) {
    const changed = await orConflict(id, leadline.leads.update(id, fields, { ifMatch }));
    ifMatch = changed.etag ?? undefined;
  }
  const body = note === undefined || note === '' ? { status: to } : { status: to, note };
  const moved = await orConflict(id, leadline.leads.move(id, body, { ifMatch }));
  return changedLead(id, moved.lead);
}

/** Changes fields of a lead as the person saw it (`etag`). */
export async function changeSeenLead(id: string, patch: LeadPatch, etag: string | null): Promise<Lead> {
  const changed = await orConflict(id, leadline.leads.update(id, patch, { ifMatch: etag ?? undefined }));
  const lead = await changedLead(id, changed.lead);
  if (isWhole(changed.lead))
    queryClient.setQueryData(leadQuery(id).queryKey, { lead: changed.lead, etag: changed.etag });
  return lead;
}

/** Gives the lead to somebody, if its owner is still who the person saw. */
export async function assignSeenLead(seen: Lead, owner: string | null): Promise<Lead> {
  const id = seen.public_id;
  const now = await readAnew(id);
  if (now.lead.owner?.public_id !== seen.owner?.public_id) throw new LeadConflict(now.lead);
  return changeSeenLead(id, { owner }, now.etag);
}

async function changedLead(id: string, answered: object): Promise<Lead> {
  const lead = isWhole(answered) ? answered : (await readAnew(id)).lead;
  rememberLead(lead);
  leadChanged(id);
  return lead;
}
