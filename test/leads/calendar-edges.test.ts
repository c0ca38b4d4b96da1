import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';

let testApp: TestApp;
let cast: Cast;

beforeAll(async () => {
  testApp = await openTestApp();
  cast = await createCast(testApp);
  await testApp.call('POST', '/leads', { token: cast.admin.token, body: { phone: '9876543210' } });
});

afterAll(() => testApp.close());

/** Ranges that hold the present, and whose ends lie where four digits for the year run out. */
const wide = [
  '..9999-12-31',
  '..9999-12-31T23:59:59.999Z',
  '0100-01-01..',
  '0100-01-01..9999-12-31',
  '0001-01-01T00:00:00Z..',
  '1000-01-01..9999-12-30',
];

test.each(['Asia/Kolkata', 'UTC', 'America/New_York', 'Pacific/Kiritimati'])(
  'in %s a range of dates that ends at the edge of the calendar is taken',
  async (time_zone) => {
    const { token } = cast.admin;
    await testApp.call('PATCH', '/organization', { token, body: { time_zone } });
    const counts: Record<string, unknown> = {};
    for (const range of wide) {
      const { status, body } = await testApp.call('GET', `/leads?filter[created_at]=${range}`, { token });
      counts[range] = status === 200 ? body.data.length : status;
    }
    expect(counts).toEqual(Object.fromEntries(wide.map((range) => [range, 1])));
  },
);

test.each(['9999-12-31', '0100-01-01', '0099-12-31', '0001-01-01', '0000-01-01', '9999-12-31T23:59:59.999Z..'])(
  'the lone date or time %s at the edge of the calendar matches nothing or is refused',
  async (range) => {
    const { token } = cast.admin;
    for (const time_zone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
      await testApp.call('PATCH', '/organization', { token, body: { time_zone } });
      const { status, body } = await testApp.call('GET', `/leads?filter[created_at]=${range}`, { token });
      expect(status === 422 || (status === 200 && body.data.length === 0), `${time_zone}: ${status}`).toBe(true);
    }
  },
);
