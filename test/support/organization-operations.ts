import { expect } from 'vitest';
import type { Caller, LeadWorld, ModelLead } from './lead-world.ts';
import type { Shown } from './leads.ts';

/** The actions of a random caller, with the result that the model expects. */
export type Operation = (world: LeadWorld, caller: Caller, lead: ModelLead, others: readonly string[]) => Promise<void>;

export const create: Operation = async (world, caller) => {
  const { random } = world;
  const mark = world.newMark();
  const known = random.chance(0.35) && world.leads.length > 0 ? random.pick(world.leads) : null;
  const isByEmail = random.chance(0.5);
  const phone = known && !isByEmail ? known.phone : world.newPhone();
  const email = known && isByEmail ? known.email.toUpperCase() : `${mark}@example.in`;
  const keys = random.shuffle(['zone', 'a_long_key', 'city']).slice(random.below(4));
  const custom_fields = Object.fromEntries(keys.map((key) => [key, `${key} ${mark}`]));
  const body = { first_name: mark, phone, email, custom_fields };
  const answer = await world.ask('POST', '/leads', caller, body);
  const sent = JSON.stringify(body);
  const status = !caller.member.active ? 401 : !caller.abilities.has('leads:create') ? 403 : known ? 200 : 201;
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  if (status === 201) {
    const { public_id, owner, status: stage } = answer.body.data;
    const candidates = world.members.filter((one) => one.role === 'agent' && one.active && one.accepting);
    const chosen = candidates.find((one) => one.id === owner?.public_id) ?? null;
    expect(chosen === null).toBe(candidates.length === 0);
    const lead: ModelLead = { id: public_id, mark, phone, email, owner: null, team: null, status: stage.public_id };
    world.give(lead, chosen);
    world.leads.push(lead);
    world.expectNothingHidden(caller, answer, sent, [public_id]);
    return;
  }
  world.expectNothingHidden(caller, answer, sent, known ? [known.id] : []);
  if (status !== 200 || known === null) return;
  known.brought = [...(known.brought ?? []), mark, phone];
  const matched_on = [isByEmail ? 'email' : 'phone'];
  expect(answer.body).toMatchObject({ duplicate: true, meta: { matched_on } });
  expect(answer.body.data.public_id).toBe(known.id);
  if (world.mayBeSeen(caller, known) && caller.abilities.has('leads:read')) {
    expect(answer.body.data.contact.first_name).toBe(known.mark);
  } else {
    expect(answer.body.data).toEqual({ public_id: known.id, contact: isByEmail ? { email } : { phone } });
  }
};

export const list: Operation = async (world, caller) => {
  const { random } = world;
  const owners = random.chance(0.5) ? [random.pick(world.members), random.pick(world.members)] : null;
  const status = random.chance(0.3) ? random.pick(world.statuses) : null;
  const size = 5 + random.below(60);
  const query = [
    `page[size]=${size}`,
    `sort=${random.pick(['-created_at', 'score', '-score', '-last_activity_at'])}`,
    ...(owners ? [`filter[owner]=${owners.map((one) => one.id)}`] : []),
    ...(status ? [`filter[status]=${status}`] : []),
  ];
  const matching = world.leads.filter(
    (lead) =>
      world.mayBeSeen(caller, lead) &&
      (owners === null || (lead.owner !== null && owners.includes(lead.owner))) &&
      (status === null || lead.status === status),
  );
  const seen: string[] = [];
  for (let next: string | null = `/leads?${query.join('&')}`; next !== null; ) {
    const answer = await world.ask('GET', next, caller);
    world.expectNothingHidden(caller, answer, next);
    const allowed = !caller.member.active ? 401 : caller.abilities.has('leads:read') ? 200 : 403;
    expect(answer.status).toBe(allowed);
    if (allowed !== 200) return;
    seen.push(...answer.body.data.map((lead: Shown) => lead.public_id));
    next = answer.body.links.next;
    expect(answer.body.meta.has_more).toBe(seen.length < matching.length);
  }
  expect(seen.sort()).toEqual(matching.map((lead) => lead.id).sort());
};

export const trail: Operation = async (world, caller) => {
  const answer = await world.ask('GET', '/audit?page[size]=100', caller);
  world.expectNothingHidden(caller, answer, '');
  const allowed = !caller.member.active ? 401 : caller.abilities.has('audit:read') ? 200 : 403;
  expect(answer.status).toBe(allowed);
  if (allowed === 200 && caller.member.role !== 'admin') {
    expect(answer.body.data.every((entry: Shown) => entry.subject.type === 'lead')).toBe(true);
  }
};

export const changeMember: Operation = async (world) => {
  const { random } = world;
  const member = random.pick(world.members.slice(1));
  const change = random.pick([
    { team: random.chance(0.8) ? random.pick(world.teams) : null },
    { active: !member.active || random.chance(0.5) },
    { accepting_leads: random.chance(0.7) },
  ]);
  const { status } = await world.ask('PATCH', `/memberships/${member.id}`, world.admin, change);
  expect(status).toBe(200);
  if (change.active !== undefined) member.active = change.active;
  if (change.accepting_leads !== undefined) member.accepting = change.accepting_leads;
  if (change.team === undefined) return;
  member.team = change.team;
  for (const lead of world.leads) if (lead.owner === member) lead.team = member.team;
};
