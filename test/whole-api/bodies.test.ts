import { describe, expect, it } from 'vitest';
import { addressOf, type Described, exampleBody, fieldsOf, named, operations, withBody } from './api.ts';
import { useSamples, useWholeApi } from './samples.ts';

const api = useWholeApi();
const samples = useSamples(api);

const limitOf = ({ isPublic }: Described) => (isPublic ? 65_536 : 1_048_576);
const padded = (bytes: number) => `{}${' '.repeat(bytes - 2)}`;

function send(operation: Described, body: unknown, contentType?: string) {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  return api.send(operation.method, addressOf(operation, samples), { token: api.cast.admin.token, body, headers });
}

describe.each(named(withBody))('%s', (_, operation) => {
  const outcome = async (body: unknown, contentType?: string) => {
    const answer = await send(operation, body, contentType);
    return [answer.status, answer.body.code];
  };
  const faults = async (body: unknown): Promise<Record<string, string[]>> => {
    const answer = await send(operation, body);
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    return answer.body.errors;
  };

  it.each(['nonsense', 'constructor', 'toString', 'valueOf', 'public_id', 'created_at'])(
    'refuses the field %s, which it does not know, and names it',
    async (field) => {
      expect(fieldsOf(operation)).not.toContain(field);
      // Parsed and put together again, a name such as constructor must not get lost on the way.
      expect(Object.getOwnPropertyNames(await faults({ [field]: 'x' }))).toContain(field);
    },
  );

  it('asks whether a known field was meant, where one is close', async () => {
    for (const field of fieldsOf(operation)) {
      const typo = `${field}${field.at(-1)}`;
      expect((await faults({ [typo]: 'x' }))[typo]?.join(), typo).toContain(`did you mean ${field}?`);
    }
    expect((await faults({ zzzzzzzzzz: 1 })).zzzzzzzzzz?.join()).not.toContain('did you mean');
  });

  it.each([
    ['text that is not JSON', 'nonsense'],
    ['cut JSON', '{"name": "A'],
    ['JSON with more behind it', '{} {}'],
    ['JSON with a comment', '{ /* name */ }'],
    ['JSON with single quotes', "{'name': 'A'}"],
    ['NaN', '{"name": NaN}'],
    ['a bare line break in a text', '{"name": "a\nb"}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a text that is not UTF-8', Buffer.from('{"name":"Andr\xe9"}', 'latin1')],
    ['UTF-16', Buffer.from('{"name":"A"}', 'utf16le')],
    ['no body', ''],
    ['nothing but blanks', '   '],
  ])('refuses %s as malformed', async (_, body) => {
    expect(await outcome(body, 'application/json')).toEqual([400, 'malformed_request']);
  });

  it.each([
    ['{"__proto__": {"name": "A"}}', '__proto__'],
    ['{"\\u005f_proto__": {"name": "A"}}', '__proto__'],
    ['{"name": {"__proto__": null}}', 'name.__proto__'],
    ['{"constructor": {"prototype": {"name": "A"}}}', 'constructor'],
  ])('refuses %s by the name', async (body, name) => {
    expect(Object.keys(await faults(body))).toEqual([name]);
  });

  it.each(['[]', '[{}]', 'null', '"text"', '1', 'true'])('refuses the body %s: it must be an object', async (body) => {
    expect(Object.keys(await faults(body))).toEqual(['body']);
  });

  it('refuses a body nested a hundred thousand times, and stays up', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const field of ['name', 'nonsense']) {
      const [status] = await outcome(`{"${field}":${deep}}`, 'application/json');
      expect(operation.isPublic ? [413] : [400, 422]).toContain(status);
    }
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'application/jsonp',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'nonsense',
    '',
  ])('refuses the content type "%s"', async (type) => {
    const isTaken = operation.described.requestBody?.content[type] !== undefined;
    const refusal = isTaken ? [422, 'validation_failed'] : [415, 'unsupported_media_type'];
    expect(await outcome('{}', type)).toEqual(refusal);
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
  ])('takes the content type %s', async (type) => {
    expect([200, 422]).toContain((await send(operation, '{}', type)).status); // 422: `{}` lacks required fields
  });

  it('takes JSON Merge Patch for PATCH, and for nothing else', async () => {
    const { status } = await send(operation, '{}', 'application/merge-patch+json');
    expect(status).toBe(operation.method === 'PATCH' ? 200 : 415);
  });

  it('refuses a body of more than 1 MiB (a public one 64 KiB), and no smaller one', async () => {
    const limit = limitOf(operation);
    expect(await outcome(padded(limit + 1), 'application/json')).toEqual([413, 'payload_too_large']);
    expect([200, 422]).toContain((await send(operation, padded(limit), 'application/json')).status);
  });

  it('takes the body that the reference shows, as far as its shape goes', async () => {
    const shown = exampleBody(operation);
    const { status, body } = await send(operation, shown);
    // What the example refers to does not exist here: a fault of that field is not one of its shape.
    const doubted = Object.entries((body.errors ?? {}) as Record<string, string[]>);
    for (const [, messages] of doubted) expect(messages.join()).toMatch(/is not a/);
    // 409: another test has used the name; 401: nobody has that email.
    expect(operation.id === 'signIn' ? [401] : [200, 201, 202, 409, 422]).toContain(status);
  });
});

describe.each(named(operations.filter(({ body, isUpload }) => body === undefined && !isUpload)))(
  '%s',
  (_, operation) => {
    it('refuses a body, which it would have to ignore', async () => {
      for (const sent of [{ name: 'A' }, []]) {
        const { status, body } = await send(operation, sent);
        expect(status).toBe(422);
        const isParsed = !['GET', 'HEAD'].includes(operation.method); // else nobody knows what is in it
        expect(Object.keys(body.errors)).toContain(isParsed && !Array.isArray(sent) ? 'name' : 'body');
      }
    });
  },
);
