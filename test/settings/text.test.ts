import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { type Answer, openTestApp, type TestApp } from '../support/harness.ts';

let app: TestApp;
let cast: Cast;
let token: string;
let n = 0;

beforeAll(async () => {
  app = await openTestApp();
  cast = await createCast(app);
  token = cast.admin.token;
});
afterAll(() => app.close());

const post = (path: string, body: object) => app.call('POST', path, { token, body });

/** Every name and label that a caller can set. */
const fields: { where: string; field: string; send: (value: unknown) => Promise<Answer> }[] = [
  {
    where: 'organization',
    field: 'name',
    send: (name) => app.call('PATCH', '/organization', { token, body: { name } }),
  },
  { where: 'teams', field: 'name', send: (name) => post('/teams', { name }) },
  { where: 'memberships', field: 'name', send: (name) => post('/memberships', { name, role: 'agent' }) },
  {
    where: 'tokens',
    field: 'name',
    send: (name) => post('/tokens', { name, membership: cast.ravi.membership, abilities: ['leads:read'] }),
  },
  { where: 'statuses', field: 'name', send: (name) => post('/statuses', { name, kind: 'open' }) },
  { where: 'sources', field: 'name', send: (name) => post('/sources', { name }) },
  {
    where: 'custom-fields',
    field: 'label',
    send: (label) => post('/custom-fields', { key: `key_${++n}`, type: 'text', label }),
  },
];

describe.each(fields)('the $field of $where', ({ field, send }) => {
  const expectKept = async (sent: string, kept: string) => {
    const { status, body } = await send(sent);
    expect([status === 200 || status === 201, body.data?.[field]], JSON.stringify(body.errors)).toEqual([true, kept]);
  };
  const expectRefused = async (sent: unknown) => {
    const { status, body } = await send(sent);
    expect([status, Object.keys(body.errors ?? {})], JSON.stringify(sent)).toEqual([422, [field]]);
  };

  it('is kept trimmed and NFC-normalized, and otherwise as it is', async () => {
    await expectKept(' \t Zoe\u0308 \u00a0\n', 'Zo\u00eb');
    await expectKept('रवि  <b>&amp;</b> 👩‍👩‍👧 "x" \\', 'रवि  <b>&amp;</b> 👩‍👩‍👧 "x" \\');
  });

  it('has 1 to 100 characters, counted as code points', async () => {
    await expectKept('😀'.repeat(100), '😀'.repeat(100));
    await expectRefused('😀'.repeat(101));
    await expectRefused('x'.repeat(101));
    await expectRefused('');
    await expectRefused(' \u2003\t ');
  });

  it('has 100 characters as it is kept: neither padding nor decomposed accents count', async () => {
    await expectKept(`  ${'y'.repeat(100)}  `, 'y'.repeat(100));
    await expectKept('e\u0301'.repeat(100), '\u00e9'.repeat(100));
  });

  it('holds no control characters, line breaks or NUL', async () => {
    for (const bad of ['\u0000', '\u0007', '\n', '\r\n', '\t', '\u001b', '\u007f', '\u0085', '\u009f']) {
      await expectRefused(`a${bad}b`);
    }
    await expectRefused('\u0000');
    await expectRefused('a\u0000');
  });

  it('holds no broken Unicode', async () => {
    for (const bad of ['\ud800', '\udc00', 'a\ud83d', '\ude00b', '\ude00\ud83d']) await expectRefused(bad);
  });

  it('is text', async () => {
    for (const bad of [5, true, null, ['a'], { a: 'b' }]) await expectRefused(bad);
  });
});
