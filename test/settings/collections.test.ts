import { beforeAll, describe, expect, it } from 'vitest';
import { collections, publicId, unknownId } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();
let token: string;
beforeAll(() => {
  token = cast.admin.token;
});

let n = 0;
const next = () => ++n;

describe.each(collections)('/$path', ({ path, prefix, create, patch }) => {
  const make = (as = token) => app.call('POST', `/${path}`, { token: as, body: create(next()) });

  it('answers 201 with the record and where it is, and reads it back the same', async () => {
    const { status, headers, body } = await make();
    expect(status).toBe(201);
    expect(body.data.public_id).toMatch(publicId(prefix));
    expect(headers.location).toBe(`/api/v1/${path}/${body.data.public_id}`);
    const read = await app.call('GET', headers.location ?? '', { token });
    expect([read.status, read.body]).toEqual([200, body]);
  });

  it('answers a change with the whole record as it is from then on', async () => {
    const { data } = (await make()).body;
    const changed = await app.call('PATCH', `/${path}/${data.public_id}`, { token, body: patch });
    expect([changed.status, changed.body]).toEqual([200, { data: { ...data, ...patch } }]);
    const read = await app.call('GET', `/${path}/${data.public_id}`, { token });
    expect(read.body).toEqual(changed.body);
  });

  it('changes a record only if it is still what the caller has seen', async () => {
    const { data } = (await make()).body;
    const body = 'name' in patch ? { name: `Seen ${next()}` } : patch;
    const address = `/${path}/${data.public_id}`;
    const seen = (await app.call('GET', address, { token })).headers.etag ?? '';
    const first = await app.call('PATCH', address, { token, body, headers: { 'if-match': `"other", ${seen}` } });
    expect(first.status).toBe(200);
    const late = await app.call('PATCH', address, { token, body, headers: { 'if-match': seen } });
    expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
    const read = await app.call('GET', address, { token });
    expect([read.headers.etag, read.body]).toEqual([first.headers.etag, first.body]);
    const any = await app.call('PATCH', address, { token, body: {}, headers: { 'if-match': '*' } });
    expect([any.status, any.headers.etag]).toEqual([200, first.headers.etag]);
  });

  it('is not sent again to who has it as it is', async () => {
    const { data } = (await make()).body;
    const address = `/${path}/${data.public_id}`;
    const etag = (await app.call('GET', address, { token })).headers.etag ?? '';
    const ask = (given: string) => app.call('GET', address, { token, headers: { 'if-none-match': given } });
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, headers, body } = await ask(given);
      expect([status, headers.etag, body]).toEqual([304, etag, null]);
    }
    expect((await ask('"other"')).body.data).toEqual(data);
    await app.call('PATCH', address, { token, body: 'name' in patch ? { name: `New ${next()}` } : patch });
    expect((await ask(etag)).status).toBe(200);
  });

  it('takes an empty change, which changes nothing', async () => {
    const { data } = (await make()).body;
    const { status, body } = await app.call('PATCH', `/${path}/${data.public_id}`, { token, body: {} });
    expect([status, body.data]).toEqual([200, data]);
  });

  it('takes changes as application/merge-patch+json too', async () => {
    const { data } = (await make()).body;
    const headers = { 'content-type': 'application/merge-patch+json' };
    const { status } = await app.call('PATCH', `/${path}/${data.public_id}`, { token, body: {}, headers });
    expect(status).toBe(200);
  });

  it('refuses an unknown field by its name', async () => {
    const { data } = (await make()).body;
    for (const answer of [
      await app.call('POST', `/${path}`, { token, body: { ...create(next()), colour: 'red' } }),
      await app.call('PATCH', `/${path}/${data.public_id}`, { token, body: { colour: 'red' } }),
    ]) {
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['colour']]);
    }
  });

  it('refuses the public id and what else is not the caller’s to set', async () => {
    const { data } = (await make()).body;
    const body = { public_id: data.public_id, created_at: '2026-01-01T00:00:00Z' };
    const { status, body: problem } = await app.call('PATCH', `/${path}/${data.public_id}`, { token, body });
    expect([status, Object.keys(problem.errors).sort()]).toEqual([422, ['created_at', 'public_id']]);
  });

  it('answers the same 404 for a record of another organization, one that never was, and no id at all', async () => {
    const { data } = (await make()).body;
    const bodies = [];
    for (const id of [data.public_id, unknownId(prefix), 'x', `${prefix}_${'0'.repeat(27)}`, unknownId('zzz')]) {
      for (const [method, sent] of [
        ['GET', undefined],
        ['PATCH', patch],
      ] as const) {
        const asked = { token: cast.zenith.admin.token, body: sent };
        const { status, body } = await app.call(method, `/${path}/${id}`, asked);
        expect(status).toBe(404);
        bodies.push(JSON.stringify({ ...body, request_id: '' }));
      }
    }
    expect(new Set(bodies).size).toBe(1);
  });

  it('reports a faulty change before it says whether the record is there', async () => {
    const body = { colour: 'red' };
    expect((await app.call('PATCH', `/${path}/${unknownId(prefix)}`, { token, body })).status).toBe(422);
  });

  it('never lists another organization’s records', async () => {
    const theirs = (await make(cast.zenith.admin.token)).body.data.public_id;
    const { body } = await app.call('GET', `/${path}?page[size]=200`, { token });
    expect(body.meta.has_more).toBe(false);
    expect(body.data.map((record: { public_id: string }) => record.public_id)).not.toContain(theirs);
  });

  it('is listed page by page: every record once, in the order of the whole list', async () => {
    for (let made = 0; made < 5; made++) await make();
    const whole = (await app.call('GET', `/${path}?page[size]=200`, { token })).body.data;
    const paged = [];
    let link: string | null = `/${path}?page[size]=2`;
    while (link !== null) {
      const { body } = await app.call('GET', link, { token });
      expect(body.meta.has_more).toBe(body.links.next !== null);
      paged.push(...body.data);
      link = body.links.next;
    }
    expect(paged).toEqual(whole);
  });

  it('keeps its records: nothing is deleted', async () => {
    const { data } = (await make()).body;
    const { status, headers } = await app.call('DELETE', `/${path}/${data.public_id}`, { token });
    expect(status).toBe(405);
    expect(headers.allow?.split(', ')).toEqual(expect.arrayContaining(['GET', 'PATCH']));
    expect(headers.allow).not.toContain('DELETE');
  });

  it('is read with settings:read and changed with settings:write', async () => {
    const { data } = (await make()).body;
    const asManager = { token: cast.meera.token };
    expect((await app.call('GET', `/${path}`, asManager)).status).toBe(200);
    expect((await app.call('GET', `/${path}/${data.public_id}`, asManager)).status).toBe(200);
    expect((await make(cast.meera.token)).status).toBe(403);
    expect((await app.call('PATCH', `/${path}/${data.public_id}`, { ...asManager, body: patch })).status).toBe(403);
    expect((await app.call('GET', `/${path}`, { token: cast.ravi.token })).status).toBe(403);
  });
});
