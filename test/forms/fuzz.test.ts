import { afterAll, beforeAll, expect, it } from 'vitest';
import { FormDesk } from '../support/forms.ts';
import type { FuzzRequest } from '../support/fuzz.ts';
import { expectSound, Sender } from '../support/fuzz-sound.ts';
import { oddEncoded, oddHeaderValues, oddJson, oddNames, Random } from '../support/fuzz-values.ts';
import { listen } from '../support/raw-http.ts';
import { runsOf } from '../support/runs.ts';

/** LEADLINE_FUZZ=10000 asks more. */
const requests = runsOf(200, 1_000, 'LEADLINE_FUZZ');

let desk: FormDesk;
let port: number;
let form: string;

beforeAll(async () => {
  desk = await FormDesk.open();
  const options = ['a', 'b'];
  for (const [key, type] of Object.entries({ text: 'text', number: 'number', flag: 'boolean', day: 'date' })) {
    await desk.add('custom-fields', { key, type });
  }
  await desk.add('custom-fields', { key: 'one', type: 'select', options });
  await desk.add('custom-fields', { key: 'many', type: 'multi_select', options });
  const fields = [
    'first_name',
    'last_name',
    'phone',
    'email',
    'estimated_value',
    ...keys.map((key) => `custom_fields.${key}`),
  ];
  const made = await desk.form({
    fields: fields.map((field) => ({ field })),
    allowed_origins: ['https://www.example.in'],
  });
  form = made.public_id;
  port = await listen(desk.app.app);
});
afterAll(() => desk.close());

const keys = ['text', 'number', 'flag', 'day', 'one', 'many'];
const names = [
  'first_name',
  'last_name',
  'phone',
  'email',
  'estimated_value',
  'started',
  'homepage_url',
  'custom_fields',
];
const headerNames = ['origin', 'host', 'accept', 'accept-language', 'content-type', 'authorization', 'x-request-id'];
const origins = [
  'https://www.example.in',
  'null',
  '',
  'https://',
  'http://[',
  '://',
  'https://a.b\\c',
  'x'.repeat(3_000),
];

/** A submission with a few things wrong; the same for the same seed. */
function oddSubmission(seed: number, path: string, isEncoded: boolean): FuzzRequest {
  const random = new Random(seed);
  const headers: [string, string][] = [
    ['content-type', isEncoded ? 'application/x-www-form-urlencoded' : 'application/json'],
  ];
  if (random.chance(0.2)) headers.push(['origin', random.pick(origins)]);
  if (random.chance(0.2)) {
    const name = random.pick(headerNames.filter((one) => one !== 'host' && one !== 'content-type'));
    headers.push([name, random.pick(oddHeaderValues)]);
  }
  const phone = `+91${6_000_000_000 + random.below(4_000_000_000)}`;
  const odd = () => (random.chance(0.85) ? random.pick([...names, ...keys]) : random.pick(oddNames).toWellFormed());
  let text: string;
  if (isEncoded) {
    const nameOf = (name: string) => (keys.includes(name) ? `custom_fields[${name}]` : name);
    const pairs = Array.from(
      { length: random.below(5) },
      () => `${encodeURIComponent(nameOf(odd()))}=${oddEncoded(random)}`,
    );
    text = [`phone=${encodeURIComponent(phone)}`, ...pairs].join('&');
  } else {
    const members = Array.from({ length: random.below(4) }, () => {
      const name = odd();
      const value = oddJson(random);
      return keys.includes(name) ? `"custom_fields":{"${name}":${value}}` : `${JSON.stringify(name)}:${value}`;
    });
    text = `{${[`"phone":"${phone}"`, ...members]}}`;
  }
  const id = random.chance(0.9)
    ? form
    : random.pick([form.slice(0, -1), form.toUpperCase(), `form_${'z'.repeat(26)}`, oddEncoded(random)]);
  return { method: 'POST', url: path.replace('{id}', () => id), headers, body: Buffer.from(text) };
}

it.each([
  ['JSON', '/api/v1/forms/{id}/submissions', false],
  ['form-encoded', '/api/v1/forms/{id}/submissions', true],
  ['from the page', '/f/{id}', true],
])(
  'any malformed submission, %s, is answered and discloses nothing',
  async (_, path, isEncoded) => {
    const sender = new Sender(port);
    const statuses = new Set<number>();
    for (let seed = 1; seed <= requests; seed++) {
      const request = oddSubmission(seed, path, isEncoded);
      try {
        const answer = await sender.send(request);
        statuses.add(answer.status);
        if (answer.headers['content-type']?.startsWith('text/html')) expect(answer.status).toBeLessThan(500);
        else expectSound({ ...request, url: `${request.url}?${isEncoded ? request.body : ''}` }, answer);
      } catch (error) {
        throw new Error(
          `seed ${seed}: ${error}\n${request.url} ${request.headers} ${request.body?.toString().slice(0, 500)}`,
        );
      }
    }
    sender.close();
    expect([...statuses]).toEqual(expect.arrayContaining([201, 403, 404, 422]));
  },
  Math.max(120_000, requests * 60),
);
