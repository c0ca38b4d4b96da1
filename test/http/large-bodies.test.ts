import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Person } from '../support/cast.ts';
import { hold } from '../support/held.ts';
import { useCast } from '../support/opened.ts';
import { head, listen, RawConnection } from '../support/raw-http.ts';

const { app, cast } = useCast();
let port: number;
beforeAll(async () => {
  port = await listen(app.app);
});

const body = (name: string) => ({
  name,
  ...Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f_${n}`, 1])),
});
const create = (person: Person, sent: object) => app.call('POST', '/teams', { token: person.token, body: sent });
const slots = () => app.services.largeBodies.load();
const idle = { organizations: 0, waiting: 0, free: 2 };
const holdSlot = () => app.services.largeBodies.take({ organizationId: cast.organizationId, tokenId: 'another' });

it('large bodies of an organization wait for each other, small ones and those of others do not', async () => {
  const release = await holdSlot();
  const waiting = [create(cast.admin, body('One')), create(cast.admin, body('Two'))];
  await vi.waitFor(() => expect(slots().waiting).toBe(2), 10_000);
  expect((await create(cast.admin, { name: 'Small' })).status).toBe(201);
  expect((await create(cast.zenith.admin, body('Elsewhere'))).status).toBe(422);
  expect(slots().waiting).toBe(2);
  release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([422, 422]);
  await vi.waitFor(() => expect(slots()).toEqual(idle), 10_000);
});

it('a body that was checked gives its slot back, while its work goes on', async () => {
  const release = await hold(app.services.database, 'lock table teams in access exclusive mode');
  const text = `{"name":"Large"${' '.repeat(40_000)}}`;
  const creating = app.call('POST', '/teams', { token: cast.admin.token, body: text });
  try {
    await vi.waitFor(() => expect([app.app.state.inFlight, slots()]).toEqual([1, idle]), 10_000);
    await sleep(50);
    expect([app.app.state.inFlight, slots()]).toEqual([1, idle]);
  } finally {
    await release();
  }
  expect((await creating).status).toBe(201);
});

it('who hangs up while waiting holds no slot afterwards', async () => {
  const release = await holdSlot();
  const text = JSON.stringify(body('Gone'));
  const connection = await RawConnection.open(port);
  connection
    .send(
      head('POST /api/v1/teams', {
        authorization: `Bearer ${cast.admin.token}`,
        'content-type': 'application/json',
        'content-length': String(text.length),
      }),
    )
    .send(text);
  await vi.waitFor(() => expect(slots().waiting).toBe(1), 10_000);
  connection.close();
  await vi.waitFor(() => expect(app.app.state.inFlight).toBe(0), 10_000);
  release();
  await vi.waitFor(() => expect(slots()).toEqual(idle), 10_000);
});
