import { describe, expect, it } from 'vitest';
import { addressOf, lists, named, neverMade, operations } from './api.ts';
import { useSamples, useWholeApi } from './samples.ts';

const api = useWholeApi();
const samples = useSamples(api);

/** What a GET of this list with these parameters says is wrong, field by field. */
async function faults(url: string): Promise<Record<string, string[]>> {
  const { status, body } = await api.send('GET', url, { token: api.cast.admin.token });
  expect([status, body.code]).toEqual([422, 'validation_failed']);
  return body.errors;
}

const cursorOf = async (address: string) => {
  const { body } = await api.send('GET', `${address}?page[size]=1`, { token: api.cast.admin.token });
  return new URLSearchParams(body.links.next.split('?')[1]).get('page[after]') as string;
};

describe.each(named(operations))('%s', (_, operation) => {
  const ask = async (query: string) => {
    const { status, body } = await api.send(
      operation.method,
      `${addressOf(operation, operation.isPublic ? samples : neverMade)}?${query}`,
      {
        token: api.cast.admin.token,
        ...(operation.body && { body: {} }),
        ...(operation.isUpload && { body: 'phone\n' }),
      },
    );
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    return body.errors as Record<string, string[]>;
  };

  it.each([
    'nonsense',
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'page',
    'page[number]',
    'offset',
    'q%C3%A9',
    '%00',
  ])('refuses the unknown parameter %s and names it', async (name) => {
    expect(Object.getOwnPropertyNames(await ask(`${name}=1`))).toContain(decodeURIComponent(name));
  });

  it('names every unknown parameter at once', async () => {
    expect(Object.keys(await ask('one=1&two=2&three'))).toEqual(expect.arrayContaining(['one', 'two', 'three']));
  });

  it('names as many as a response tells, however many there are', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `q${n}`).join('&');
    expect(Object.keys(await ask(many))).toHaveLength(100);
  });

  it('asks whether a known parameter was meant, where one is close', async () => {
    const known = operation.described.parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);
    for (const name of known) {
      const swapped = name.replace(/(.)(.)(\]?)$/, '$2$1$3');
      const typo = swapped === name ? `${name}s` : swapped;
      expect((await ask(`${typo}=1`))[typo]?.join(), typo).toContain(`did you mean ${name}?`);
    }
    expect((await ask('zzzzzzzzzz=1')).zzzzzzzzzz?.join()).not.toContain('did you mean');
  });
});

describe.each(named(lists))('%s', (_, list) => {
  const address = () => addressOf(list, samples);

  it.each([
    '0',
    '201',
    '-1',
    'abc',
    '1e2',
    '0x10',
    '1.0',
    '',
    '1%20',
    '%2B1',
    '٣',
    '1,2',
    'null',
    '99999999999999999999',
  ])('refuses page[size]=%s', async (size) => {
    expect(Object.keys(await faults(`${address()}?page[size]=${size}`))).toEqual(['page[size]']);
  });

  it('refuses page[size] and page[after] given twice', async () => {
    expect(Object.keys(await faults(`${address()}?page[size]=1&page[size]=1`))).toEqual(['page[size]']);
    expect(Object.keys(await faults(`${address()}?page[size]=1&page%5Bsize%5D=2`))).toEqual(['page[size]']);
    const cursor = await cursorOf(address());
    expect(Object.keys(await faults(`${address()}?page[after]=${cursor}&page[after]=${cursor}`))).toEqual([
      'page[after]',
    ]);
  });

  it('takes every page size from 1 to 200, and 50 where none is said', async () => {
    for (const size of [1, 2, 50, 199, 200]) {
      const answer = await api.send('GET', `${address()}?page[size]=${size}`, { token: api.cast.admin.token });
      expect(answer.status).toBe(200);
      expect(answer.body.data.length).toBeLessThanOrEqual(size);
    }
    const size = list.described.parameters.find(({ name }) => name === 'page[size]');
    expect(size?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 200, default: 50 });
  });

  it('refuses a cursor that it never gave', async () => {
    const inventions = [
      '',
      'x',
      'nonsense',
      '%00',
      '%F0%9F%92%A9',
      'null',
      '[]',
      Buffer.alloc(64).toString('base64url'),
      'A'.repeat(3_000),
    ];
    for (const cursor of inventions) {
      expect(Object.keys(await faults(`${address()}?page[after]=${cursor}`)), cursor.slice(0, 20)).toEqual([
        'page[after]',
      ]);
    }
  });

  it('refuses a cursor that was cut, added to or altered in any byte', async () => {
    const cursor = await cursorOf(address());
    const bytes = Buffer.from(cursor, 'base64url');
    const altered = [...bytes.keys()].map((n) => {
      const copy = Buffer.from(bytes);
      copy[n] = (copy[n] ?? 0) ^ 1;
      return copy.toString('base64url');
    });
    const cut = [
      cursor.slice(1),
      cursor.slice(0, -1),
      cursor.slice(0, 20),
      `${cursor}A`,
      `${cursor}=`,
      `${cursor}%20`,
      `.${cursor}`,
    ];
    expect(altered.length).toBeGreaterThan(28);
    for (const wrong of [...altered, ...cut]) {
      expect(Object.keys(await faults(`${address()}?page[after]=${wrong}`)), wrong).toEqual(['page[after]']);
    }
  });

  it('refuses the cursor of any other list', async () => {
    for (const other of lists.filter(({ id }) => id !== list.id)) {
      const cursor = await cursorOf(addressOf(other, samples));
      expect(Object.keys(await faults(`${address()}?page[after]=${cursor}`)), other.id).toEqual(['page[after]']);
    }
  });

  it('shows nothing of a record’s place in its cursors', async () => {
    const { body } = await api.send('GET', `${address()}?page[size]=1`, { token: api.cast.admin.token });
    const cursor = new URLSearchParams(body.links.next.split('?')[1]).get('page[after]') as string;
    const bytes = Buffer.from(cursor, 'base64url').toString('utf8');
    const values = Object.values(body.data[0] as object).filter(
      (value) => typeof value === 'string' && value.length > 3,
    );
    for (const value of values) expect(bytes).not.toContain(value);
    expect(bytes).not.toMatch(/\d{4}-\d\d-\d\dT/);
  });
});

it('no text in the query or the path breaks a statement', async () => {
  const texts = ['%00', 'lead_%00', 'a%00b', '%ef%bf%bf', '%f0%9f%92%a9', '%27%22%5c%25_', '9223372036854775808', '-1'];
  const reads = operations.filter(({ method }) => method === 'GET');
  for (const operation of reads) {
    const names = operation.described.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    const address = addressOf(operation, samples);
    const ids = operation.path.includes('{') ? texts.map((text) => addressOf(operation, () => text)) : [];
    const urls = [...ids, ...names.flatMap((name) => texts.map((text) => `${address}?${name}=${text}`))];
    for (const url of urls) {
      // A stream would not end.
      const method = operation.id === 'streamEvents' ? 'HEAD' : 'GET';
      expect((await api.send(method, url, { token: api.cast.admin.token })).status, url).toBeLessThan(500);
    }
  }
});

it('a list of many parameters is refused, not cut', async () => {
  const many = Array.from({ length: 500 }, (_, n) => `p${n}=1`).join('&');
  const { status } = await api.send('GET', `/api/v1/me?${many}`, { token: api.cast.admin.token });
  expect([400, 422]).toContain(status);
});
