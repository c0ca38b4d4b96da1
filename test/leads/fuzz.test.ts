import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { type FuzzRequest, oddRequest } from '../support/fuzz.ts';
import { endpoints, type Facts } from '../support/fuzz-endpoints.ts';
import { expectSound, Sender } from '../support/fuzz-sound.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { listen, type RawAnswer } from '../support/raw-http.ts';
import { runsOf } from '../support/runs.ts';

/** Enough to be refused in every way. */
const FEW = 200;

/**
 * LEADLINE_FUZZ=10000 asks more. A failure names its seed: LEADLINE_FUZZ_SEED=<seed> LEADLINE_FUZZ=1 with `-t <endpoint>`
 * sends that one request again.
 */
const requests = runsOf(FEW, 1_000, 'LEADLINE_FUZZ');
const firstSeed = Number(process.env.LEADLINE_FUZZ_SEED ?? 20_260_131);
/** Beyond those: seeds that found a fault once. */
const memorable: Record<string, number[]> = { 'add an activity': [20_261_539, 20_261_571] };
const AT_ONCE = 4;
const SHOWN = 5;

let testApp: TestApp;
let facts: Facts;
let port: number;

beforeAll(async () => {
  testApp = await openTestApp();
  const cast = await createCast(testApp);
  const { token } = cast.admin;
  const create = async (path: string, body: object, by = token) =>
    (await testApp.call('POST', path, { token: by, body })).body.data.public_id as string;
  const options = ['a', 'b'];
  for (const [key, type] of Object.entries({ text: 'text', number: 'number', flag: 'boolean', day: 'date' })) {
    await create('/custom-fields', { key, type });
  }
  await create('/custom-fields', { key: 'one', type: 'select', options });
  await create('/custom-fields', { key: 'many', type: 'multi_select', options });
  const lead = await create('/leads', { phone: '9876543210' });
  await create('/leads', { email: 'other@example.in' });
  const statuses = (await testApp.call('GET', '/statuses', { token })).body.data;
  const { next } = (await testApp.call('GET', '/leads?page[size]=1', { token })).body.links;
  facts = {
    lead,
    foreignLead: await create('/leads', { phone: '9876543210' }, cast.zenith.admin.token),
    status: statuses[1].public_id,
    source: await create('/sources', { name: 'Fair' }),
    owner: cast.ravi.membership,
    cursor: new URL(next, 'http://leads.test').searchParams.get('page[after]') ?? '',
    tokens: [await withoutErasing(cast), cast.meera.token, cast.ravi.token, cast.zenith.admin.token],
  };
  port = await listen(testApp.app);
});

/** An administrator's token: a lead that one request erased would be gone for all others. */
async function withoutErasing({ admin }: Cast): Promise<string> {
  const { abilities } = (await testApp.call('GET', '/me', { token: admin.token })).body.data;
  const body = {
    name: 'Fuzz',
    membership: admin.membership,
    abilities: abilities.filter((ability: string) => ability !== 'leads:erase'),
  };
  return (await testApp.call('POST', '/tokens', { token: admin.token, body })).body.data.secret;
}

afterAll(() => testApp.close());

test.each(Object.keys(endpoints))(
  'to %s with any malformed request is answered with a problem document that discloses nothing',
  async (name) => {
    const statuses = new Set<number>();
    const faults: string[] = [];
    const seeds = Array.from({ length: requests }, (_, n) => firstSeed + n);
    if (requests > 1) seeds.push(...(memorable[name] ?? []));
    let asked = 0;
    const askOn = async () => {
      const sender = new Sender(port);
      for (let seed = seeds[asked++]; seed !== undefined; seed = seeds[asked++]) {
        const { status, fault } = await askOne(sender, name, seed);
        statuses.add(status);
        if (fault !== null) faults.push(fault);
      }
      sender.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, askOn));
    if (faults.length > 0)
      throw new Error(`${faults.length} of ${seeds.length}:\n${faults.slice(0, SHOWN).join('\n\n')}`);
    if (requests < FEW) return;
    // The requests reach past the first check: some are refused as malformed, some by value, and some are taken.
    expect([...statuses]).toEqual(expect.arrayContaining([400, 401, 405, 422]));
    expect([...statuses].some((status) => status < 300)).toBe(true);
  },
  Math.max(120_000, requests * 60),
);

async function askOne(sender: Sender, name: string, seed: number): Promise<{ status: number; fault: string | null }> {
  const endpoint = endpoints[name];
  if (endpoint === undefined) throw new Error(`no endpoint ${name}`);
  const request = oddRequest(endpoint, facts, seed);
  let answer: RawAnswer | undefined;
  try {
    answer = await sender.send(request);
    expectSound(request, answer);
    return { status: answer.status, fault: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const shown = `seed ${seed}: ${reason}\n${show(request)}\nanswer: ${answer?.status} ${answer?.text.slice(0, 1_000)}`;
    return { status: answer?.status ?? 0, fault: shown };
  }
}

const MOST_SHOWN = 500;

function show({ method, url, headers, body }: FuzzRequest): string {
  const cut = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length})` : text);
  const lines = headers.map(([name, value]) => (name === 'authorization' ? name : `${name}: ${JSON.stringify(value)}`));
  return [`${method} ${cut(url)}`, ...lines.map(cut), cut(JSON.stringify(body?.toString('latin1') ?? ''))].join('\n');
}
