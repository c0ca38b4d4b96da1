import { expect, it } from 'vitest';
import type { LeadCreate } from '../../src/leads/schemas.ts';
import { Suppression } from '../../src/leads/suppression/suppression.ts';
import { LeadCaptures } from '../../src/leads/writing/capture.ts';
import { LeadChanges } from '../../src/leads/writing/change.ts';
import { createLead } from '../../src/leads/writing/create.ts';
import { publicId, timestamp } from '../support/collections.ts';
import { countStatements } from '../support/counting.ts';
import { freshPhone, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

const TABLES = ['leads', 'transitions', 'activities', 'audit_entries'] as const;

async function rowCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const [row] = await desk.rows<{ n: string }>(`select count(*) as n from ${table}`);
    counts[table] = Number(row?.n);
  }
  return counts;
}

const accepting = async (names: ('ravi' | 'asha' | 'vikram')[]) => {
  for (const name of ['ravi', 'asha', 'vikram'] as const) {
    await desk.change(`memberships/${desk.cast[name].membership}`, { accepting_leads: names.includes(name) });
  }
};

it('a new lead begins in the initial status, wherever that is', async () => {
  expect((await desk.make()).status).toMatchObject({ name: 'New', kind: 'open' });
  await desk.change(`statuses/${desk.status('Contacted')}`, { initial: true });
  expect((await desk.make()).status.name).toBe('Contacted');
  await desk.change(`statuses/${desk.status('New')}`, { initial: true });
});

it('a new lead has a first transition from nowhere, a created activity and an audit entry, by the token', async () => {
  const { body, headers } = await desk.post({ phone: freshPhone(), first_name: 'Asha', estimated_value: 5 });
  const { public_id, created_at, owner, contact } = body.data;
  const { membership, name } = desk.cast.admin;
  const actor = {
    token: { public_id: expect.stringMatching(publicId('tok')), name: 'Administrator' },
    membership: { public_id: membership, name },
  };
  expect(await desk.around(public_id, 'transitions')).toEqual([
    {
      public_id: expect.stringMatching(publicId('trn')),
      from: null,
      to: { public_id: desk.status('New'), name: 'New' },
      note: null,
      actor,
      occurred_at: created_at,
      seconds_in_from: null,
    },
  ]);
  expect(await desk.around(public_id, 'activities')).toEqual([
    {
      public_id: expect.stringMatching(publicId('act')),
      kind: 'created',
      summary: null,
      details: null,
      occurred_at: created_at,
      actor,
    },
  ]);
  const entries = await desk.around(public_id, 'audit');
  expect(entries).toEqual([
    {
      public_id: expect.stringMatching(publicId('aud')),
      action: 'lead.created',
      subject: { type: 'lead', public_id, name: 'Asha' },
      actor,
      changes: expect.any(Array),
      request_id: headers['x-request-id'],
      address: '127.0.0.1',
      occurred_at: expect.stringMatching(timestamp),
    },
  ]);
  expect(Object.fromEntries(entries[0].changes.map(({ field, to }: Shown) => [field, to]))).toEqual({
    first_name: 'Asha',
    phone: contact.phone,
    estimated_value: 5,
    status: desk.status('New'),
    owner: owner.public_id,
  });
  expect(entries[0].changes.every((change: Shown) => change.from === null)).toBe(true);
});

it.each(TABLES.filter((table) => table !== 'leads'))(
  'where the row in %s cannot be written, nothing of the lead remains',
  async (table) => {
    const before = await rowCounts();
    await desk.rows(`alter table ${table} add constraint test_refusal check (id < 0) not valid`);
    const phone = freshPhone();
    const refused = await desk.post({ phone });
    expect(refused.status).toBe(500);
    expect(JSON.stringify(refused.body)).not.toMatch(/test_refusal|constraint|insert/i);
    const lead = (await desk.list())[0] as string;
    const etag = (await desk.get(lead)).headers.etag;
    expect((await desk.move(lead, desk.status('Qualified'))).status).toBe(500);
    expect((await desk.get(lead)).headers.etag).toBe(etag);
    expect(await rowCounts()).toEqual(before);
    await desk.rows(`alter table ${table} drop constraint test_refusal`);
    expect((await desk.post({ phone })).status).toBe(201);
  },
);

it('leads go in turn to the active agents that accept leads, and to nobody else', async () => {
  const owners: string[] = [];
  for (let n = 0; n < 9; n++) owners.push((await desk.make()).owner.name);
  const agents = [desk.cast.ravi, desk.cast.asha, desk.cast.vikram].map(({ name }) => name);
  for (const name of agents) expect(owners.filter((owner) => owner === name)).toHaveLength(3);
  expect(owners.slice(3, 6)).toEqual(owners.slice(0, 3));
});

it('who does not accept leads, or is not active, gets none', async () => {
  await accepting(['asha', 'vikram']);
  await desk.change(`memberships/${desk.cast.vikram.membership}`, { active: false });
  for (let n = 0; n < 4; n++) expect((await desk.make()).owner.public_id).toBe(desk.cast.asha.membership);
  await accepting([]);
  expect((await desk.make()).owner).toBeNull();
  await desk.change(`memberships/${desk.cast.vikram.membership}`, { active: true });
  await accepting(['ravi', 'asha', 'vikram']);
});

it('who creates a lead sees it in the answer, even where it became somebody else’s; later reads follow the scope', async () => {
  await accepting(['vikram']);
  for (const person of [desk.cast.ravi, desk.cast.meera]) {
    const { status, headers, body } = await desk.post({ phone: freshPhone(), first_name: 'Asha' }, person.token);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ contact: { first_name: 'Asha' }, owner: { name: 'Vikram Das' } });
    expect((await desk.get(body.data.public_id, person.token)).status).toBe(404);
    expect((await desk.get(body.data.public_id, desk.cast.vikram.token)).headers.etag).toBe(headers.etag);
    expect(await desk.list('', person.token)).not.toContain(body.data.public_id);
  }
  await accepting(['ravi', 'asha', 'vikram']);
});

it('a token that may only create sees the lead it created, once', async () => {
  const token = await desk.cast.tokenOf(desk.cast.ravi, ['leads:create']);
  const { status, body } = await desk.post({ phone: freshPhone(), first_name: 'Asha' }, token);
  expect(status).toBe(201);
  expect(body.data.contact.first_name).toBe('Asha');
  expect((await desk.get(body.data.public_id, token)).status).toBe(403);
});

/** A create that counts how often it asks the database. */
async function openCounted() {
  const { database: real, settings: store, assignment } = desk.app.services;
  const { organizationId } = desk.cast;
  const [row] = await desk.rows('select id from memberships where public_id = $1', [desk.cast.admin.membership]);
  const ids = { organizationId, tokenId: '1', membershipId: row.id };
  const actor = {
    ...ids,
    tokenPublicId: '',
    tokenName: '',
    tokenExpiresAt: null,
    role: 'admin',
    teamId: null,
    abilities: new Set<never>(),
  } as const;
  const { database, roundTrips, statements } = countStatements(real);
  const suppression = new Suppression(Buffer.alloc(32));
  const writing = {
    database,
    leads: {
      suppression,
      captures: new LeadCaptures(database, assignment, suppression),
      changes: new LeadChanges(database),
      nudge: () => {},
      written: () => {},
      erased: () => {},
    },
    actor,
    author: { ...ids, formId: null, requestId: null, address: null },
    settings: await store.get(organizationId, '0'),
  };
  return async (...inputs: LeadCreate[]) => {
    roundTrips.length = 0;
    statements.length = 0;
    const made = await Promise.all(inputs.map((input) => createLead(writing, input)));
    return {
      duplicates: made.filter(({ duplicate }) => duplicate).length,
      roundTrips: roundTrips.length,
      statements: statements.length,
    };
  };
}

it('a new lead takes two round trips, and so do four that come at the same time', async () => {
  const create = await openCounted();
  expect(await create({ phone: freshPhone() })).toMatchObject({ duplicates: 0, roundTrips: 2 });
  const four = Array.from({ length: 4 }, () => ({ phone: freshPhone() }));
  expect(await create(...four)).toMatchObject({ duplicates: 0, roundTrips: 2 });
});

it('eight leads that come at the same time take as many statements as one, though two rules assign them', async () => {
  const pool = [desk.cast.ravi, desk.cast.asha].map(({ membership }) => membership);
  const rule = async (name: string, when: object) =>
    (await desk.add('distribution-rules', { name, when, strategy: 'round_robin', pool: { memberships: pool } }))
      .public_id;
  const rules = [
    await rule('Large', { all: [{ field: 'estimated_value', op: 'gte', value: 100 }] }),
    await rule('Others', { all: [] }),
  ];
  const create = await openCounted();
  const { statements } = await create({ phone: freshPhone(), estimated_value: 100 });
  const eight = Array.from({ length: 8 }, (_, n) => ({ phone: freshPhone(), estimated_value: n % 2 === 0 ? 50 : 500 }));
  expect(await create(...eight)).toEqual({ duplicates: 0, roundTrips: 2, statements });
  const [{ saved } = { saved: 0 }] = await desk.rows<{ saved: number }>(
    `select count(*)::integer as saved from rotation_credits join distribution_rules as rules using (organization_id)
      where rules.id = rule_id and rules.public_id = any('{${rules.join(',')}}')`,
  );
  expect(saved).toBe(2);
  for (const id of rules) await desk.app.call('DELETE', `/distribution-rules/${id}`, { token: desk.admin });
});

it('leads with the same phone that come at the same time are one lead', async () => {
  const create = await openCounted();
  const phone = freshPhone();
  expect(await create({ phone }, { phone }, { phone })).toMatchObject({ duplicates: 2 });
});

it('a retry takes a round trip to find the lead and one to lock it; a re-enquiry one more to write it', async () => {
  const create = await openCounted();
  const input = { phone: freshPhone(), first_name: 'Asha' };
  await create(input);
  // Beside the round trip that finds the phone taken, and the empty commit.
  expect(await create(input)).toMatchObject({ duplicates: 1, roundTrips: 4 });
  expect(await create({ ...input, first_name: 'Usha' })).toMatchObject({ duplicates: 1, roundTrips: 5 });
});

it('a create looks for suppressed contacts only where there are any', async () => {
  const create = await openCounted();
  expect(await create({ phone: freshPhone() })).toMatchObject({ duplicates: 0, roundTrips: 2 });
  const { public_id } = await desk.make();
  const erased = await desk.app.call('DELETE', `/leads/${public_id}?suppress=true`, { token: desk.admin });
  expect(erased.status).toBe(204);
  expect(await create({ phone: freshPhone() }, { phone: freshPhone() })).toMatchObject({
    duplicates: 0,
    roundTrips: 3,
  });
});
