import { describe, expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';

const { app, cast } = useCast();

const change = (body: object) =>
  app.call('PATCH', `/memberships/${cast.ravi.membership}`, { token: cast.admin.token, body });

const expectRefused = async (field: string, value: unknown, at = field) => {
  const { status, body } = await change({ [field]: value });
  expect([status, Object.keys(body.errors ?? {})], JSON.stringify(value)).toEqual([422, [at]]);
};

const expectTaken = async (field: string, value: unknown, as = value) => {
  const { status, body } = await change({ [field]: value });
  expect([status, body.data?.[field]], JSON.stringify(value)).toEqual([200, as]);
};

it('a role is agent, manager or admin, and a slip of the pen is pointed out', async () => {
  await expectRefused('role', 'owner');
  const { body } = await change({ role: 'manger' });
  expect(body.errors.role).toEqual([expect.stringContaining('did you mean manager?')]);
});

it('a weight is a whole number from 1 to 100', async () => {
  for (const weight of [1, 50, 100]) await expectTaken('weight', weight);
  for (const weight of [0, 101, -1, 1.5, '1', true, 1e9]) await expectRefused('weight', weight);
});

it.each(['open_cap', 'daily_cap'])('%s is a whole number that is not negative, or null', async (cap) => {
  for (const most of [1, 25, 10_000, null]) await expectTaken(cap, most);
  for (const most of [-1, 2.5, '3', true, 1e12, []]) await expectRefused(cap, most);
});

it.each(['active', 'accepting_leads'])('%s is true or false', async (flag) => {
  for (const value of [false, true]) await expectTaken(flag, value);
  for (const value of ['true', 1, 0, null]) await expectRefused(flag, value);
});

describe('an email', () => {
  it('is kept trimmed and NFC-normalized', async () => {
    await expectTaken('email', '  ravi@example.in ', 'ravi@example.in');
    await expectTaken('email', 'rene\u0301@example.in', 'ren\u00e9@example.in');
  });

  it('needs text on both sides of one @', async () => {
    for (const email of ['', ' ', 'ravi', '@example.in', 'ravi@', 'ra vi@example.in', 'a@b@example.in', 5]) {
      await expectRefused('email', email);
    }
  });

  it('cannot hold control characters, NUL or broken Unicode', async () => {
    for (const email of [
      'ra\u0000vi@example.in',
      'ra\nvi@example.in',
      'ravi@exa\u0007mple.in',
      'ra\ud800vi@example.in',
    ]) {
      await expectRefused('email', email);
    }
  });

  it('has at most 254 characters, not counting what is trimmed', async () => {
    const longest = `${'a'.repeat(254 - '@example.in'.length)}@example.in`;
    await expectTaken('email', longest);
    await expectTaken('email', `  ${longest}  `, longest);
    await expectRefused('email', `a${longest}`);
  });
});

describe('working hours', () => {
  it('are ranges a day, with a break where there is one', async () => {
    await expectTaken('working_hours', { mon: ['09:30-18:30'] });
    await expectTaken('working_hours', { tue: ['09:00-13:00', '13:00-18:00'], sun: ['00:00-24:00'] });
    await expectTaken('working_hours', { wed: [] });
    await expectTaken('working_hours', {});
    await expectTaken('working_hours', null);
  });

  it('are refused on the day whose range is not a range of times', async () => {
    for (const range of ['9:30-18:30', '09:30', '09:30-25:00', '09:60-10:00', '09:30 - 18:30', '24:00-24:00', '', 9]) {
      await expectRefused('working_hours', { mon: [range] }, 'working_hours.mon');
    }
    await expectRefused('working_hours', { mon: '09:30-18:30' }, 'working_hours.mon');
    await expectRefused('working_hours', { mon: null }, 'working_hours.mon');
  });

  it('are refused on the day whose ranges end before they begin, are empty, or overlap', async () => {
    const faulty = [['18:30-09:30'], ['09:30-09:30'], ['09:00-12:00', '11:00-13:00'], ['14:00-15:00', '09:00-14:30']];
    for (const ranges of faulty) await expectRefused('working_hours', { fri: ranges }, 'working_hours.fri');
  });

  it('name every faulty day', async () => {
    const { body } = await change({ working_hours: { mon: ['18:00-09:00'], tue: ['09:00-18:00'], wed: ['2-1'] } });
    expect(Object.keys(body.errors).sort()).toEqual(['working_hours.mon', 'working_hours.wed']);
  });

  it('know seven days, by their short names', async () => {
    await expectRefused('working_hours', { monday: ['09:30-18:30'] }, 'working_hours.monday');
    await expectRefused('working_hours', { Mon: ['09:30-18:30'] }, 'working_hours.Mon');
  });

  it('are an object or null', async () => {
    for (const hours of ['09:30-18:30', ['09:30-18:30'], true, 9]) await expectRefused('working_hours', hours);
  });
});
