// Compiled, not run: each @ts-expect-error must be an error, and nothing else may be one. See types.test.ts.
import { createApi, createClient, createLead, LeadlineError } from '@leadline/client';

const leadline = createClient({ baseUrl: 'http://127.0.0.1:8080', token: 'ldl_…' });

// @ts-expect-error a client needs a token
createClient({ baseUrl: 'http://127.0.0.1:8080' });

export async function lists(): Promise<void> {
  for await (const lead of leadline.leads.list({ filter: { status: ['sts_1'], score_band: 'hot' }, sort: '-score' })) {
    const score: number = lead.score;
    // @ts-expect-error a score is a number
    const text: string = lead.score;
    // @ts-expect-error a lead may have no owner
    lead.owner.name satisfies string;
    void [score, text];
  }
  leadline.leads.list({ filter: { 'custom_fields.city': ['Pune'], search: 'asha' } });
  // @ts-expect-error leads are counted by something
  await leadline.leads.counts({ filter: { status: 'sts_1' } });
  // @ts-expect-error there is no such format
  await leadline.leads.export({ format: 'xlsx' });
  // @ts-expect-error there is no such filter
  leadline.leads.list({ filter: { statu: 'sts_1' } });
  // @ts-expect-error there is no such band
  leadline.leads.list({ filter: { score_band: 'tepid' } });
  // @ts-expect-error there is no such sort
  leadline.leads.list({ sort: 'name' });
  for await (const status of leadline.list('/api/v1/statuses')) status.kind satisfies 'open' | 'won' | 'lost';
  // @ts-expect-error this address answers no list
  leadline.list('/api/v1/me');
  // @ts-expect-error this list needs the id of the lead
  leadline.list('/api/v1/leads/{public_id}/notes');
}

export async function creates(): Promise<void> {
  // @ts-expect-error there is no such field
  await leadline.leads.create({ phon: '9876543210' });
  const created = await leadline.leads.create({ phone: '9876543210' });
  if (!created.duplicate) created.lead.score satisfies number;
  // @ts-expect-error an existing lead may be hidden
  else created.lead.score satisfies number;
  const { lead } = await createLead(createApi({ baseUrl: '', token: '' }), { email: 'asha@example.in' });
  lead.public_id satisfies string;
  // @ts-expect-error a move needs a status
  await leadline.leads.move('lead_1', { note: 'x' });
}

export function problems(error: unknown): string[] | undefined {
  if (!(error instanceof LeadlineError)) return undefined;
  error.request_id satisfies string | null;
  // @ts-expect-error only some problems name fields
  error.errors.phone;
  // @ts-expect-error there is no such code
  if (error.code === 'validation_fail') return [];
  if (error.code !== 'validation_failed') return undefined;
  error.status satisfies 422;
  return error.errors.phone;
}

export async function operations(): Promise<void> {
  const { data, error } = await leadline.api.GET('/api/v1/me');
  data?.data.role satisfies string | undefined;
  error?.code satisfies string | undefined;
  // @ts-expect-error there is no such address
  await leadline.api.GET('/api/v1/nothing');
  // @ts-expect-error a lead is read by its id
  await leadline.api.GET('/api/v1/leads/{public_id}');
}
