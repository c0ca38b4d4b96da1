import { expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

/** Two people read it; the first saves, the second is told. */
async function expectOneOfTwo(method: 'PATCH' | 'PUT', path: string, first: object, second: object): Promise<void> {
  const { token } = cast.admin;
  const seen = (await app.call('GET', path, { token })).headers.etag ?? '';
  const headers = { 'if-match': seen };
  const saved = await app.call(method, path, { token, headers, body: first });
  expect(saved.status).toBe(200);
  const refused = await app.call(method, path, { token, headers, body: second });
  expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed']);
  const read = await app.call('GET', path, { token });
  expect(read.headers.etag).toBe(saved.headers.etag);
  expect(read.body.data).toMatchObject(first);
}

it('changes the organization only if it is still what the caller has seen', () =>
  expectOneOfTwo('PATCH', '/organization', { name: 'First' }, { name: 'Second' }));

it('replaces the scoring model only if it is still what the caller has seen', () =>
  expectOneOfTwo('PUT', '/scoring', { bands: { hot: 80, warm: 50 } }, { bands: { hot: 90, warm: 60 } }));

it('of two changes at once, each of what was seen, takes one', async () => {
  const { token } = cast.admin;
  const made = await app.call('POST', '/sources', { token, body: { name: 'Fair' } });
  const path = `/sources/${made.body.data.public_id}`;
  const seen = (await app.call('GET', path, { token })).headers.etag ?? '';
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((name) =>
      app.call('PATCH', path, { token, headers: { 'if-match': seen }, body: { name } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
});
