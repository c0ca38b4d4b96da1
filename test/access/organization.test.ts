import { expect, it } from 'vitest';
import { createOrganization } from '../../src/organization/organizations.ts';
import { timestamp } from '../support/collections.ts';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

const read = (token = cast.admin.token) => app.call('GET', '/organization', { token });
const change = (body: object, token = cast.admin.token) => app.call('PATCH', '/organization', { token, body });

it('a new organization keeps time in Asia/Kolkata and counts in INR', async () => {
  const { status, body } = await read(cast.zenith.admin.token);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    public_id: cast.zenith.organization,
    name: 'Zenith',
    time_zone: 'Asia/Kolkata',
    currency: 'INR',
    created_at: expect.stringMatching(timestamp),
  });
});

it('a change keeps what it does not send, and touches no other organization', async () => {
  const before = (await read()).body.data;
  const { status, body } = await change({ name: 'Acme Realty' });
  expect(status).toBe(200);
  expect(body.data).toEqual({ ...before, name: 'Acme Realty' });
  expect((await read()).body.data).toEqual(body.data);
  expect((await read(cast.zenith.admin.token)).body.data.name).toBe('Zenith');
});

it('is not sent again to who has it as it is', async () => {
  const { token } = cast.admin;
  const ask = (etag: string) => app.call('GET', '/organization', { token, headers: { 'if-none-match': etag } });
  const { etag = '' } = (await read()).headers;
  const known = await ask(etag);
  expect([known.status, known.headers.etag, known.body]).toEqual([304, etag, null]);
  await change({ name: 'Acme Plots' });
  expect((await ask(etag)).body.data.name).toBe('Acme Plots');
});

it('a new name shows at once', async () => {
  await change({ name: 'Acme Homes' });
  const { body } = await app.call('GET', '/me', { token: cast.ravi.token });
  expect(body.data.organization).toMatchObject({ public_id: cast.organization, name: 'Acme Homes' });
});

it('the time zone is any IANA name', async () => {
  for (const time_zone of ['UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Asia/Kolkata']) {
    const { status, body } = await change({ time_zone });
    expect([status, body.data?.time_zone]).toEqual([200, time_zone]);
  }
});

it('the time zone is neither an offset nor a made-up name', async () => {
  for (const time_zone of ['+05:30', '-08:00', 'GMT+5:30', 'Mars/Olympus', 'Asia', '', '../UTC', 5, null]) {
    const { status, body } = await change({ time_zone });
    expect([status, Object.keys(body.errors ?? {})], String(time_zone)).toEqual([422, ['time_zone']]);
  }
  expect((await read()).body.data.time_zone).toBe('Asia/Kolkata');
});

it('the time zone is stored as IANA spells it, however it is written', async () => {
  for (const [sent, kept] of [
    ['asia/KOLKATA', 'Asia/Kolkata'],
    ['utc', 'UTC'],
    ['aMERICA/new_york', 'America/New_York'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['us/pacific', 'America/Los_Angeles'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
  ]) {
    const { status, body } = await change({ time_zone: sent });
    expect([status, body.data?.time_zone]).toEqual([200, kept]);
    expect((await read()).body.data.time_zone).toBe(kept);
  }
});

it('a time zone that PostgreSQL does not know is refused, and one that is stored makes no report fail', async () => {
  const { status, body } = await change({ time_zone: 'US/Pacific-New' });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['time_zone']]);
  await app.services.database.rows('update organizations set time_zone = $1 where public_id = $2', [
    'US/Pacific-New',
    cast.organization,
  ]);
  app.services.settings.forgetAll();
  for (const group_by of ['week', 'month']) {
    const report = await app.call('GET', `/reports/conversion?group_by=${group_by}`, { token: cast.admin.token });
    expect(report.status).toBe(200);
  }
  expect((await change({ time_zone: 'Asia/Kolkata' })).status).toBe(200);
});

it('an abbreviation that the runtime and the database read differently is no time zone', async () => {
  // ICU reads IST as Kolkata, PostgreSQL as Israel: days would begin at two different times. IANA has neither.
  for (const time_zone of ['IST', 'PST']) {
    const { status, body } = await change({ time_zone });
    expect([status, Object.keys(body.errors ?? {})], time_zone).toEqual([422, ['time_zone']]);
  }
});

it('the currency is a code of ISO 4217', async () => {
  for (const currency of ['USD', 'EUR', 'JPY', 'KWD', 'INR']) {
    const { status, body } = await change({ currency });
    expect([status, body.data?.currency]).toEqual([200, currency]);
  }
  for (const currency of ['inr', 'RS', 'INRR', 'ZZZ', '₹', '', 356, null]) {
    const { status, body } = await change({ currency });
    expect([status, Object.keys(body.errors ?? {})], String(currency)).toEqual([422, ['currency']]);
  }
});

it('the public id and the time of creation cannot be sent', async () => {
  const { status, body } = await change({ public_id: cast.organization, created_at: '2026-01-01T00:00:00Z' });
  expect(status).toBe(422);
  expect(Object.keys(body.errors).sort()).toEqual(['created_at', 'public_id']);
});

it('a manager reads the organization and an admin changes it', async () => {
  expect((await read(cast.meera.token)).status).toBe(200);
  expect((await change({ name: 'Mine' }, cast.meera.token)).status).toBe(403);
  expect((await read(cast.ravi.token)).status).toBe(403);
});

it('there is one organization, neither created nor deleted over the API', async () => {
  const { status, headers } = await app.call('POST', '/organization', { token: cast.admin.token, body: {} });
  expect(status).toBe(405);
  expect(headers.allow?.split(', ').sort()).toEqual(expect.arrayContaining(['GET', 'PATCH']));
  expect(headers.allow).not.toMatch(/DELETE|POST/);
});

it('a new organization has its time zone as IANA spells it, and none that PostgreSQL does not know', async () => {
  const { database, keys } = app.services;
  const make = (time_zone: string) => createOrganization(database, keys.organization, 'Elsewhere', { time_zone });
  expect((await make('europe/BERLIN')).organization.time_zone).toBe('Europe/Berlin');
  await expect(make('US/Pacific-New')).rejects.toMatchObject({ code: 'validation_failed' });
});
