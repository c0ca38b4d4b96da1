import { beforeAll, expect, it } from 'vitest';
import { useCast } from '../support/opened.ts';
import { emailOf, PASSWORD, Reception } from '../support/sign-in.ts';

const { app, cast } = useCast({ limits: { signIns: 'off', signInsEach: 'off' } });
let reception: Reception;

beforeAll(() => {
  reception = new Reception(app, cast);
});

it('a person who was invited sets a password, is signed in, and signs in again with it', async () => {
  const cookie = await reception.welcome(cast.ravi);
  expect(await reception.isIn(cookie)).toBe(true);
  const again = await reception.signIn(emailOf(cast.ravi), PASSWORD);
  expect([again.status, again.body.data.membership.name, again.body.data.role]).toEqual([201, 'Ravi Iyer', 'agent']);
  expect(again.headers['set-cookie']).toBe('');
});
