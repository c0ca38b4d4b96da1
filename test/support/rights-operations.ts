import fc from 'fast-check';
import { expect } from 'vitest';
import type { GrantedAbility, Role } from '../../src/access/abilities.ts';
import {
  type Ability,
  abilitiesOf,
  everyAbility,
  type Member,
  mayHold,
  NEVER,
  type RightsWorld,
  type Token,
} from './rights-world.ts';

const MINUTE = 60_000;
const roles: readonly Role[] = ['agent', 'manager', 'admin'];
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

const place = fc.nat(40);
const role = fc.constantFrom(...roles);
const team = fc.constantFrom(null, 0, 1);
/** Often nearly all abilities: a token that lacks one ability is the most likely to gain it. */
const someAbilities = fc.oneof(
  fc.subarray([...everyAbility], { minLength: 1 }),
  fc.subarray([...everyAbility], { minLength: everyAbility.length - 2 }),
  fc.subarray([...mayHold.agent, 'tokens:write', 'settings:write'] as Ability[], { minLength: 6 }),
);

/** Tokens of the attackers, for members of every role. */
export const start = fc.record({
  members: fc.tuple(
    fc.record({ role: fc.constant<Role>('admin'), team, active: fc.constant(true) }),
    fc.record({ role: fc.constant<Role>('admin'), team, active: fc.boolean() }),
    fc.record({ role: fc.constant<Role>('manager'), team, active: fc.boolean() }),
    fc.record({ role: fc.constant<Role>('agent'), team, active: fc.boolean() }),
  ),
  tokens: fc.array(
    fc.record({
      owner: fc.constantFrom(1, 1, 2, 3, 4), // most often the admin who is active: else few tokens are made
      granted: fc.oneof({ weight: 3, arbitrary: someAbilities }, { weight: 1, arbitrary: fc.constant(['*'] as const) }),
      minutes: fc.constantFrom(NEVER, NEVER, 60, 120),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const issue = fc.record({
  type: fc.constant('issue' as const),
  by: place,
  member: place,
  granted: fc.oneof(
    someAbilities,
    fc.constant(['*'] as const),
    fc.constantFrom(...everyAbility).map((one) => [one]),
    fc.subarray([...mayHold.agent], { minLength: 1, maxLength: 2 }), // that many may give: else few tokens are made
  ),
  minutes: fc.constantFrom(undefined, undefined, null, 30, 90, 180),
  isSentTwice: fc.boolean(),
});
const revoke = fc.record({ type: fc.constant('revoke' as const), by: place, token: place });
const patch = fc.oneof(
  fc.record({ role }),
  fc.record({ team }),
  fc.record({ active: fc.boolean() }),
  fc.record({ role, team, active: fc.boolean() }, { requiredKeys: [] }),
);
const change = fc.record({ type: fc.constant('change' as const), by: place, member: place, patch });
/** By the admin who does not cooperate with the attackers. */
const decide = fc.record({ type: fc.constant('decide' as const), member: place, patch });
const make = fc.record({ type: fc.constant('make' as const), by: place, role, team, active: fc.boolean() });
const other = fc.record({ type: fc.constant('other' as const), by: place, what: fc.nat(3) });

export const operation = fc.oneof(
  { weight: 5, arbitrary: issue },
  { weight: 1, arbitrary: revoke },
  { weight: 5, arbitrary: change },
  { weight: 2, arbitrary: decide },
  { weight: 2, arbitrary: make },
  { weight: 1, arbitrary: other },
);
type Generated<T> = T extends fc.Arbitrary<infer V> ? V : never;
export type Operation = Generated<typeof operation>;

/** The expected status of a call: 401 and 403 by what the token has, otherwise `status`. */
function answerTo(by: Token, needed: readonly Ability[], status: number): number {
  if (by.revoked || !by.owner.active) return 401;
  return needed.every((ability) => abilitiesOf(by).has(ability)) ? status : 403;
}

export async function perform(world: RightsWorld, operation: Operation): Promise<void> {
  switch (operation.type) {
    case 'issue':
      return issueToken(world, operation);
    case 'revoke':
      return revokeToken(world, operation);
    case 'change':
      return changeMember(world, at(world.held, operation.by), operation);
    case 'decide':
      await changeMember(world, world.root, operation);
      return world.grantWhatIsHeld();
    case 'make':
      return makeMember(world, operation);
    case 'other':
      return changeSomethingElse(world, operation);
  }
}

async function issueToken(world: RightsWorld, operation: Generated<typeof issue>): Promise<void> {
  const { granted, minutes, isSentTwice } = operation;
  const [by, owner] = [at(world.held, operation.by), at(world.members, operation.member)];
  const sentExpiry = typeof minutes === 'number' ? Date.now() + minutes * MINUTE : minutes === null ? NEVER : undefined;
  const body = {
    name: 'test',
    membership: owner.id,
    abilities: granted,
    ...(sentExpiry !== undefined && { expires_at: sentExpiry === NEVER ? null : new Date(sentExpiry).toISOString() }),
  };
  const expires = sentExpiry ?? by.expires;
  const isAll = (granted as readonly string[]).includes('*');
  const needed = ['tokens:write', ...(isAll ? everyAbility : (granted as Ability[]))] as const;
  const isAbove = !isAll && (granted as Ability[]).some((ability) => !mayHold[owner.role].includes(ability));
  const headers: Record<string, string> = isSentTwice ? { 'idempotency-key': crypto.randomUUID() } : {};
  const answer = await world.ask(by, 'POST', '/tokens', body, headers);
  const expected = answerTo(by, needed, isAbove || expires > by.expires ? 422 : 201);
  expect(answer.status, JSON.stringify([body, answer.body])).toBe(expected);
  if (expected !== 201) return;
  const { public_id: id, secret, expires_at } = answer.body.data;
  const told = expires_at === null ? NEVER : Date.parse(expires_at);
  expect(told).toBe(expires);
  expect(told).toBeLessThanOrEqual(by.expires);
  if (isSentTwice) {
    const again = await world.ask(by, 'POST', '/tokens', body, headers);
    expect([again.status, again.body]).toEqual([201, answer.body]);
  }
  world.held.push({ id, secret, owner, granted: granted as readonly GrantedAbility[], expires, revoked: false });
}

async function revokeToken(world: RightsWorld, operation: Generated<typeof revoke>): Promise<void> {
  const [by, token] = [at(world.held, operation.by), at(world.held, operation.token)];
  const expected = answerTo(by, ['tokens:write'], 204);
  expect((await world.ask(by, 'DELETE', `/tokens/${token.id}`)).status).toBe(expected);
  if (expected === 204) token.revoked = true;
}

/** A change that lets the member's tokens do or see more needs what it takes to issue them. */
function neededFor(before: Member, after: Member): Ability[] {
  const isRaised = roles.indexOf(after.role) > roles.indexOf(before.role);
  const isBack = after.active && !before.active;
  const isElsewhere = before.role === 'manager' && after.role === 'manager' && before.team !== after.team;
  const isMore = isRaised || isBack || (isElsewhere && after.team !== null);
  return isMore ? ['settings:write', 'tokens:write', ...mayHold[after.role]] : ['settings:write'];
}

type Change = { member: number; patch: Generated<typeof patch> };

async function changeMember(world: RightsWorld, by: Token, { member, patch }: Change): Promise<void> {
  const before = at(world.members, member);
  const after: Member = { ...before, ...(patch as Partial<Member>) };
  const others = world.members.filter((one) => one !== before && world.isActiveAdmin(one));
  const isLast = world.isActiveAdmin(before) && !world.isActiveAdmin(after) && others.length === 0;
  const body = 'team' in patch ? { ...patch, team: teamOf(world, patch.team ?? null) } : patch;
  const answer = await world.ask(by, 'PATCH', `/memberships/${before.id}`, body);
  const expected = answerTo(by, neededFor(before, after), isLast ? 409 : 200);
  expect(answer.status, JSON.stringify([before, body, answer.body])).toBe(expected);
  if (expected === 200) Object.assign(before, after);
}

async function makeMember(world: RightsWorld, { by, role, team, active }: Generated<typeof make>): Promise<void> {
  const actor = at(world.held, by);
  const body = { name: 'Made', role, team: teamOf(world, team), active };
  const answer = await world.ask(actor, 'POST', '/memberships', body);
  const needed: Ability[] = role === 'agent' ? [] : ['tokens:write', ...mayHold[role]];
  const expected = answerTo(actor, ['settings:write', ...needed], 201);
  expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
  if (expected === 201) world.members.push({ id: answer.body.data.public_id, role, team, active });
}

const teamOf = (world: RightsWorld, team: number | null) => (team === null ? null : (world.teams[team] ?? null));

/** Settings that are unrelated to rights and must not grant any. */
async function changeSomethingElse(world: RightsWorld, { by, what }: Generated<typeof other>): Promise<void> {
  const actor = at(world.held, by);
  const [path, body] = at(
    [
      ['/teams', { name: crypto.randomUUID() }],
      ['/sources', { name: crypto.randomUUID() }],
      ['/forms', { name: 'Form', fields: [{ field: 'phone' }] }],
      ['/webhooks', { url: 'https://receiver.example/', events: ['*'] }],
    ] as const,
    what,
  );
  const made = await world.ask(actor, 'POST', path, body);
  expect(made.status).toBe(answerTo(actor, ['settings:write'], 201));
  if (made.status === 201 && path === '/webhooks') expect(made.body.data.sends_leads).toBe(seesEvents(actor));
}

const seesEvents = (token: Token) => abilitiesOf(token).has('leads:read') && abilitiesOf(token).has('events:read');
