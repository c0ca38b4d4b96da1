import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPhone, LeadDesk } from '../support/leads.ts';
import { head, listen, RawConnection } from '../support/raw-http.ts';

let desk: LeadDesk;
let port: number;
beforeAll(async () => {
  desk = await LeadDesk.open();
  port = await listen(desk.app.app);
});
afterAll(() => desk.close());

/** Sends a request of which the body comes only after `meanwhile`. */
async function sendSlowly(
  line: string,
  headers: Record<string, string>,
  body: unknown,
  meanwhile: () => Promise<void>,
) {
  const text = JSON.stringify(body);
  const connection = await RawConnection.open(port);
  const more = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  connection.send(head(line, { ...headers, ...more }) + text.slice(0, 1));
  await sleep(300);
  await meanwhile();
  await sleep(300);
  const answer = await connection.send(text.slice(1)).answer();
  connection.close();
  return answer;
}

const issue = (abilities: string[]) =>
  desk.add('tokens', { name: 'Slow', membership: desk.cast.admin.membership, abilities });

it('a token that is revoked while a body comes in does nothing any more', async () => {
  const { public_id, secret } = await issue(['*']);
  const authorization = `Bearer ${secret}`;
  const body = { name: 'Stays', membership: desk.cast.admin.membership, abilities: ['*'] };
  const answer = await sendSlowly('POST /api/v1/tokens', { authorization }, body, async () => {
    const revoked = await desk.app.call('DELETE', `/tokens/${public_id}`, { token: desk.admin });
    expect(revoked.status).toBe(204);
  });
  expect(answer?.status).toBe(401);
  expect(await desk.rows(`select 1 from tokens where name = 'Stays'`)).toEqual([]);
});

it('a role that is taken away while a body comes in counts no more', async () => {
  const { asha } = desk.cast;
  const change = (role: string) =>
    desk.app.call('PATCH', `/memberships/${asha.membership}`, { token: desk.admin, body: { role } });
  await change('admin');
  const answer = await sendSlowly(
    'POST /api/v1/webhooks',
    { authorization: `Bearer ${asha.token}` },
    { url: 'https://example.in/hook', events: ['*'] },
    async () => void (await change('agent')),
  );
  expect(answer?.status).toBe(403);
});

it('a lead of a form is given away by the settings of when it has come in', async () => {
  const { ravi, asha, vikram, teams } = desk.cast;
  const form = await desk.add('forms', { name: 'Site', fields: [{ field: 'phone', required: true }] });
  const change = async (membership: string, body: unknown) => {
    const answer = await desk.app.call('PATCH', `/memberships/${membership}`, { token: desk.admin, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  for (const { membership } of [asha, vikram]) await change(membership, { accepting_leads: false });
  const phone = freshPhone();
  const line = `POST /api/v1/forms/${form.public_id}/submissions`;
  const answer = await sendSlowly(line, {}, { phone }, () => change(ravi.membership, { team: teams.east }));
  expect(answer?.status).toBe(201);
  const rows = await desk.rows(
    `select teams.public_id as team from leads join teams on teams.organization_id = leads.organization_id and teams.id = leads.team_id
      where leads.owner_id is not null order by leads.id desc limit 1`,
  );
  expect(rows).toEqual([{ team: teams.east }]);
});

it('a form that is switched off while a submission comes in takes it no more', async () => {
  const form = await desk.add('forms', { name: 'Old', fields: [{ field: 'phone', required: true }] });
  const line = `POST /api/v1/forms/${form.public_id}/submissions`;
  const answer = await sendSlowly(line, {}, { phone: freshPhone() }, async () => {
    await desk.app.call('PATCH', `/forms/${form.public_id}`, { token: desk.admin, body: { active: false } });
  });
  expect(answer?.status).toBe(404);
});

it('a page whose origin is taken off a form while it sends is refused', async () => {
  const origin = 'https://www.example.in';
  const fields = [{ field: 'phone', required: true }];
  const form = await desk.add('forms', { name: 'Shop', fields, allowed_origins: [origin] });
  const line = `POST /api/v1/forms/${form.public_id}/submissions`;
  const send = (meanwhile: () => Promise<void>) => sendSlowly(line, { origin }, { phone: freshPhone() }, meanwhile);
  expect((await send(async () => {}))?.status).toBe(201);
  const answer = await send(async () => {
    const body = { allowed_origins: ['https://other.example.in'] };
    await desk.app.call('PATCH', `/forms/${form.public_id}`, { token: desk.admin, body });
  });
  expect([answer?.status, answer?.body.code]).toEqual([403, 'forbidden']);
});
