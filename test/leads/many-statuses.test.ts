import { expect, it, vi } from 'vitest';
import { verifyLeads } from '../../src/leads/verify.ts';
import { freshPhone, type Shown } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

// A lead's history must never outgrow an index: an entry has 2,704 bytes at most.

vi.setConfig({ testTimeout: 120_000 });

const desk = useLeadDesk();

/** Sequences far along, as on a distributed database: ids of 19 digits. */
const farAlong = (table: string) =>
  desk.app.services.database.rows(`select setval('${table}_id_seq', 9223372036854000000 + nextval('${table}_id_seq'))`);

const statuses = async (): Promise<Shown[]> =>
  (await desk.app.call('GET', '/statuses?page[size]=200', { token: desk.admin })).body.data;

/** The longest values that every indexed column of a lead can have. */
const longest = () => ({
  phone: freshPhone(),
  email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.in`,
  first_name: '𝒜'.repeat(100),
  last_name: '𝒜'.repeat(100),
  estimated_value: 9_999_999_999.99,
});

async function moveThrough(lead: string, names: readonly Shown[]): Promise<void> {
  for (const { public_id } of names) {
    const { status, body } = await desk.move(lead, public_id);
    expect(status, JSON.stringify(body)).toBe(200);
  }
}

it('a lead goes through every status that an organization can have, and reports count each', async () => {
  for (const table of ['statuses', 'leads']) await farAlong(table);
  for (let n = 8; n <= 100; n++) {
    const made = await desk.app.call('POST', '/statuses', {
      token: desk.admin,
      body: { name: `${n} ${'ß'.repeat(90)}`, kind: 'open' },
    });
    expect(made.status).toBe(201);
  }
  const all = await statuses();
  expect(all).toHaveLength(100);
  const open = all.filter(({ kind }) => kind === 'open');
  const lost = all.find(({ kind }) => kind === 'lost');
  const won = all.find(({ kind }) => kind === 'won');
  const { public_id } = (await desk.post(longest())).body.data;
  await moveThrough(public_id, [...open.slice(1), lost]);
  await moveThrough(public_id, [...open.slice(1, 2), ...open.slice(20).reverse(), won]);
  const funnel = await desk.app.call('GET', '/reports/funnel', { token: desk.admin });
  const { stages } = funnel.body.data;
  expect(stages.map(({ entered }: Shown) => entered)).toEqual(open.map(() => 1).concat(1));
  const [kept] = await desk.app.services.database.rows<{ bytes: number }>(
    'select length(entered) as bytes from leads where organization_id = $1 and public_id = $2',
    [desk.cast.organizationId, public_id],
  );
  expect(kept?.bytes).toBe(13);
});

it('an organization with more statuses than it may have now goes on as before, but makes no more', async () => {
  await desk.app.services.database.rows(
    `insert into statuses (organization_id, public_id, number, name, kind, position)
     select $1::bigint, 'sts_' || lpad(n::text, 26, '0'), n, 'Status ' || n, 'open', n from generate_series(100, 399) as n`,
    [desk.cast.organizationId],
  );
  await desk.app.services.database.rows(
    'update organizations set settings_version = settings_version + 1 where id = $1',
    [desk.cast.organizationId],
  );
  desk.app.services.settingsChanged(desk.cast.organizationId);
  const { public_id } = await desk.make();
  const many = Array.from({ length: 300 }, (_, n) => ({ public_id: `sts_${String(n + 100).padStart(26, '0')}` }));
  await moveThrough(public_id, many);
  const { body } = await desk.app.call('GET', '/reports/funnel', { token: desk.admin });
  expect(body.data.stages).toHaveLength(300 + 99);
  expect(body.data.stages.filter(({ entered }: Shown) => entered > 0)).toHaveLength(300 + 99);
  const now = new Date().toISOString();
  const earlier = await desk.app.call('GET', `/reports/funnel?as_of=${now}`, { token: desk.admin });
  expect(earlier.body.data.stages).toEqual(
    body.data.stages.map((stage: Shown) => ({ ...stage, links: expect.anything() })),
  );
  const renamed = { token: desk.admin, body: { name: 'Renamed', archived: true } };
  expect((await desk.app.call('PATCH', `/statuses/${many[1]?.public_id}`, renamed)).status).toBe(200);
  const more = { token: desk.admin, body: { name: 'One more', kind: 'open' } };
  expect((await desk.app.call('POST', '/statuses', more)).status).toBe(409);
  const { misrecorded, broken, faulty } = await verifyLeads(desk.app.services.database);
  expect({ misrecorded, broken, faulty }).toEqual({ misrecorded: [], broken: [], faulty: [] });
});
