import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Passwords } from '../../src/organization/sign-in/passwords.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { openTestApp, type TestApp } from '../support/harness.ts';
import { emailOf, PASSWORD, Reception } from '../support/sign-in.ts';

const WRONG = 'not the right password';

describe('guessing', () => {
  let app: TestApp;
  let cast: Cast;
  let reception: Reception;

  beforeEach(async () => {
    app = await openTestApp({ limits: { rate: 'off' }, trustProxy: 1 });
    cast = await createCast(app);
    reception = new Reception(app, cast);
    await reception.register(cast.ravi);
    await reception.accept(await reception.secretFor(cast.ravi), PASSWORD, from('192.0.2.1'));
  });
  afterEach(() => app.close());

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const statuses = async (tries: number, email: (n: number) => string, address: (n: number) => string) => {
    const answers = [];
    for (let n = 0; n < tries; n++) answers.push(await reception.signIn(email(n), WRONG, from(address(n))));
    return answers;
  };

  it('is limited to 5 tries a minute and membership, from however many addresses, though the rate limit is off', async () => {
    const answers = await statuses(
      6,
      () => emailOf(cast.ravi),
      (n) => `198.51.100.${n}`,
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0);
    const right = await reception.signIn(emailOf(cast.ravi), PASSWORD, from('203.0.113.9'));
    expect(right.status).toBe(429);
  });

  it('tells nothing by its limit: an email that nobody has is limited alike', async () => {
    const answers = await statuses(
      6,
      () => 'nobody@example.in',
      (n) => `198.51.100.${n}`,
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('is limited to 10 tries a minute and address, for however many people', async () => {
    const answers = await statuses(
      11,
      (n) => `person${n}@example.in`,
      () => '198.51.100.7',
    );
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await reception.signIn(emailOf(cast.ravi), PASSWORD, from('198.51.100.8'))).status).toBe(201);
  });

  it('of invitations counts, too', async () => {
    const guess = (n: number) => `ldi_AAAAAAAA_${String(n).padStart(36, 'A')}`;
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push(await reception.accept(guess(n), PASSWORD, from('198.51.100.7')));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
  });

  it('by a page of another site does not use up the tries of its visitor’s address', async () => {
    const headers = { ...from('198.51.100.7'), origin: 'https://evil.example' };
    for (let n = 0; n < 15; n++) expect((await reception.signIn('a@example.in', WRONG, headers)).status).toBe(403);
    expect((await reception.signIn(emailOf(cast.ravi), PASSWORD, from('198.51.100.7'))).status).toBe(201);
  });
});

describe('computing passwords', () => {
  it('takes two at once, one of an organization, and refuses whom it cannot serve soon', async () => {
    const passwords = new Passwords();
    const ask = (organizationId: string) => passwords.hash({ organizationId, address: '' }, PASSWORD);
    const flood = Array.from({ length: 40 }, () =>
      ask('1').then(
        () => 'done',
        ({ code }) => code,
      ),
    );
    const others = await Promise.all([ask('2'), ask('3')]);
    expect(others).toHaveLength(2);
    const outcomes = await Promise.all(flood);
    const refused = outcomes.filter((one) => one === 'service_unavailable');
    expect(refused.length).toBeGreaterThanOrEqual(19); // one is computed and 20 may wait, on a slow machine not all of them
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(40 - refused.length);
  });

  it('compares with nobody’s password as with anybody’s, and never finds it right', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash({ organizationId: '1', address: '' }, PASSWORD);
    const isRight = (password: string, of: string | null) =>
      passwords.isRight({ organizationId: '1', address: '' }, password, of);
    expect(await isRight(PASSWORD, hash)).toBe(true);
    expect(await isRight(WRONG, hash)).toBe(false);
    expect(await isRight(PASSWORD, null)).toBe(false);
  });
});
