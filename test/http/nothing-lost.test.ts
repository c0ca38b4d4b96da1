import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { freshPhone } from '../support/leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk();

/** Sends a body as it is written here. */
const send = (method: 'POST' | 'PATCH', path: string, body: string | Buffer, headers = {}) =>
  desk.app.call(method, path, { token: desk.admin, body, headers });
const errorsOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.errors];

describe('a body of which parsing would lose something', () => {
  it('is refused where a name comes twice, on create, change and in a batch', async () => {
    const [one, other] = [freshPhone(), freshPhone()];
    const twice = ['must be given once'];
    expect(errorsOf(await send('POST', '/leads', `{"phone":"${one}","phone":"${other}"}`))).toEqual([
      422,
      { phone: twice },
    ]);
    expect(
      errorsOf(await send('POST', '/leads/batch', `{"leads":[{"phone":"${one}","last_name":"A","last_name":"B"}]}`)),
    ).toEqual([422, { 'leads.0.last_name': twice }]);
    const lead = await desk.make({ first_name: 'Asha' });
    const patched = await send('PATCH', `/leads/${lead.public_id}`, '{"first_name":"A","first_name":"B"}');
    expect(errorsOf(patched)).toEqual([422, { first_name: twice }]);
    expect(
      (await desk.app.call('GET', `/leads/${lead.public_id}`, { token: desk.admin })).body.data.contact.first_name,
    ).toBe('Asha');
  });

  it('is refused where a number has more digits than can be kept', async () => {
    await desk.add('custom-fields', { key: 'policy', type: 'number' });
    const digits = [expect.stringContaining('fewer digits')];
    const policy = `{"phone":"${freshPhone()}","custom_fields":{"policy":9007199254740993}}`;
    expect(errorsOf(await send('POST', '/leads', policy))).toEqual([422, { 'custom_fields.policy': digits }]);
    const value = `{"phone":"${freshPhone()}","estimated_value":9999999999.9900000001}`;
    expect(errorsOf(await send('POST', '/leads', value))).toEqual([422, { estimated_value: digits }]);
    const spelled = `{"phone":"${freshPhone()}","estimated_value":1250.500000000000000,"custom_fields":{"policy":1e21}}`;
    const { status, body } = await send('POST', '/leads', spelled);
    expect([status, body.data.estimated_value, body.data.custom_fields]).toEqual([201, 1250.5, { policy: 1e21 }]);
    const found = await desk.list(`?filter[custom_fields.policy]=${encodeURIComponent('1e+21')}`);
    expect(found).toEqual([body.data.public_id]);
  });

  it('is told what it lost together with all other faults, and only what the token may change', async () => {
    const faulty = await send('POST', '/leads', '{"phone":"1","phone":"2","email":"nobody","colour":1}');
    expect(faulty.status).toBe(422);
    expect(Object.keys(faulty.body.errors).sort()).toEqual(['colour', 'email', 'phone']);
    expect(faulty.body.errors.phone).toEqual(['must be given once']);
    const { public_id } = await desk.make({}, desk.cast.ravi);
    const { token } = desk.cast.ravi;
    const body = '{"owner":null,"owner":null}';
    const { status } = await desk.app.call('PATCH', `/leads/${public_id}`, { token, body });
    expect(status).toBe(403);
  });

  it('is not judged further where it lost more than is told', async () => {
    const twice = Array.from({ length: 101 }, (_, n) => `"x${n}":1,"x${n}":1`).join();
    const { status, body } = await send('POST', '/leads', `{"email":"nobody",${twice}}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toHaveLength(100);
    expect(Object.values(body.errors).flat()).toEqual(Array(100).fill('must be given once'));
    expect(body.detail).toContain('more');
  });

  it('is refused where it is compressed, or said to be', async () => {
    const text = JSON.stringify({ phone: freshPhone() });
    for (const payload of [text, gzipSync(text)]) {
      const { status, body } = await send('POST', '/leads', payload, { 'content-encoding': 'gzip' });
      expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    }
    expect((await send('POST', '/leads', text, { 'content-encoding': 'identity' })).status).toBe(201);
  });
});
