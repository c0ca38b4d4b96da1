import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { buildServices } from '../../src/build-services.ts';
import { freshPhone, LeadDesk } from '../support/leads.ts';

let desk: LeadDesk;
let other: Awaited<ReturnType<typeof secondProcess>>;

/** Another process on the same database: it shares nothing with the first one but that. */
async function secondProcess() {
  const { database, log } = desk.app.services;
  const services = await buildServices({ database, log, limits: { rate: 'off' } });
  const { http } = buildApp(services);
  await http.ready();
  return { services, http };
}

beforeAll(async () => {
  desk = await LeadDesk.open({ isPatient: true });
  other = await secondProcess();
});
afterAll(async () => {
  await other.services.handOut.stop();
  await other.http.close();
  await desk.close();
});

const agents = (n: number, fields: object = {}) =>
  Promise.all(Array.from({ length: n }, (_, i) => desk.add('memberships', { name: `Agent ${i}`, role: 'agent', ...fields })));

async function createMany(count: number, atOnce: number, fields: () => object): Promise<void> {
  let left = count;
  const body = () => ({ phone: freshPhone(), ...fields() });
  await Promise.all(
    Array.from({ length: atOnce }, async (_, n) => {
      while (left-- > 0) {
        if (n % 2 === 0) expect((await desk.post(body())).status).toBe(201);
        else {
          const { statusCode } = await other.http.inject({
            method: 'POST',
            url: '/api/v1/leads',
            headers: { authorization: `Bearer ${desk.admin}`, 'content-type': 'application/json' },
            payload: JSON.stringify(body()),
          });
          expect(statusCode).toBe(201);
        }
      }
    }),
  );
}

/** Who got the turns of a rule, in their order. */
const sequence = (rule: string) =>
  desk.rows<{ member: string }>(
    `select memberships.public_id as member from assignments
       join distribution_rules as rules on rules.organization_id = assignments.organization_id and rules.id = rule_id
       join memberships on memberships.organization_id = assignments.organization_id and memberships.id = owner_id
      where rules.public_id = $1 order by turn`,
    [rule],
  );

describe('two processes, 64 connections', () => {
  it('four agents get the same number of leads, exactly', async () => {
    const members = await agents(4);
    const rule = await desk.add('distribution-rules', {
      name: 'Four',
      strategy: 'round_robin',
      pool: { memberships: members.map((member) => member.public_id) },
    });
    await createMany(400, 64, () => ({}));
    const given = (await sequence(rule.public_id)).map(({ member }) => member);
    expect(given).toHaveLength(400);
    for (const { public_id } of members) expect(given.filter((member) => member === public_id)).toHaveLength(100);
    await desk.change(`distribution-rules/${rule.public_id}`, { active: false });
  });
});
