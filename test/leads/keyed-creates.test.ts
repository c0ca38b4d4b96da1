import { afterEach, expect, it } from 'vitest';
import { answerOnce } from '../../src/http/idempotency.ts';
import { createOrganization } from '../../src/organization/organizations.ts';
import { countStatements } from '../support/counting.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { freshPhone } from '../support/leads.ts';

const AGENTS = 6;
const CREATES = 60;

let before: TestApp;
let app: TestApp;
afterEach(async () => {
  await app.close();
  await before.close();
});

/** An organization whose agents take turns, in a process that has not answered anything yet. */
async function openFresh(connections: number): Promise<string> {
  before = await openTestApp();
  const { database, keys } = before.services;
  const { token } = await createOrganization(database, keys.organization, 'Fresh');
  for (let n = 0; n < AGENTS; n++) {
    const body = { name: `Agent ${n}`, role: 'agent' };
    expect((await before.call('POST', '/memberships', { token: token.secret, body })).status).toBe(201);
  }
  app = await openTestApp({ on: before.own, pool: { connections, acquireMs: 20_000 } });
  return token.secret;
}

it.each([10, 2])(
  'sixty keyed creates at once on %i connections all get an owner, each in its turn, and the same answer again',
  async (connections) => {
    const token = await openFresh(connections);
    const asks = Array.from({ length: CREATES }, (_, n) => ({
      token,
      body: { phone: freshPhone() },
      headers: { 'idempotency-key': `create-${n}` },
    }));
    const first = await Promise.all(asks.map((ask) => app.call('POST', '/leads', ask)));
    expect(first.map(({ status }) => status)).toEqual(Array(CREATES).fill(201));
    const owners = new Map<string, number>();
    for (const { body } of first) {
      const name = body.data.owner?.name ?? 'nobody';
      owners.set(name, (owners.get(name) ?? 0) + 1);
    }
    const fair = Array.from({ length: AGENTS }, (_, n) => [`Agent ${n}`, CREATES / AGENTS]);
    expect([...owners].sort()).toEqual(fair);

    const again = await Promise.all(asks.map((ask) => app.call('POST', '/leads', ask)));
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    expect(again.map(({ headers }) => headers['idempotent-replayed'])).toEqual(Array(CREATES).fill('true'));
  },
);

it('a keyed request names its organization with its first statements', async () => {
  await openFresh(2);
  const { database } = app.services;
  const token = await database.row<{ organization_id: string; id: string }>(
    'select organization_id, id from tokens limit 1',
  );
  const { database: counted, roundTrips } = countStatements(database);
  const request = {
    organizationId: token?.organization_id ?? '',
    tokenId: token?.id ?? '',
    tokenText: 'ldl_x',
    key: 'x',
    fingerprint: Buffer.alloc(32),
  };
  await answerOnce(counted, request, async () => ({ status: 204, headers: {}, body: null }) as never);
  expect(roundTrips[0]?.join(';')).toMatch(/^set local [^;]*;insert into idempotent_answers [^;]*;set local /);
});
