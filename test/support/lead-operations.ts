import { expect } from 'vitest';
import type { Caller, LeadWorld, Member, ModelLead } from './lead-world.ts';
import { changeMember, create, list, type Operation, trail } from './organization-operations.ts';

/** The expected response to a call on one lead: 401, 403, 404, or this. */
function expected(world: LeadWorld, caller: Caller, lead: ModelLead, ability: string, otherwise: number): number {
  if (!caller.member.active) return 401;
  if (!caller.abilities.has(ability)) return 403;
  return world.mayBeSeen(caller, lead) ? otherwise : 404;
}

async function onLead(
  world: LeadWorld,
  caller: Caller,
  lead: ModelLead,
  { method, path = '', body, ability, ok = 200, headers }: Call,
) {
  const url = `/leads/${lead.id}${path}`;
  const answer = await world.ask(method, url, caller, body, headers);
  world.expectNothingHidden(caller, answer, `${url} ${JSON.stringify(body ?? '')}`, lead.id === '' ? [] : [lead.id]);
  const status = expected(world, caller, lead, ability, ok);
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(status);
  return answer;
}

interface Call {
  method: string;
  path?: string;
  body?: object;
  ability: string;
  ok?: number;
  headers?: Record<string, string>;
}

const read: Operation = async (world, caller, lead) => {
  const path = world.random.pick(['', '?include=activities,notes', '?include=notes']);
  const { status, headers } = await onLead(world, caller, lead, { method: 'GET', path, ability: 'leads:read' });
  if (status !== 200) return;
  const match = { 'if-none-match': headers.etag ?? '' };
  const other = world.random.pick(world.callers);
  await onLead(world, other, lead, { method: 'GET', path, ability: 'leads:read', ok: 304, headers: match });
};

const rename: Operation = async (world, caller, lead) => {
  const body = {
    last_name: `${lead.mark} ${world.random.below(3)}`,
    custom_fields: { city: `${lead.mark}`, zone: null },
  };
  await onLead(world, caller, lead, { method: 'PATCH', body, ability: 'leads:update' });
};

const takePhone: Operation = async (world, caller, lead) => {
  const other = world.random.pick(world.leads);
  const isOwn = other.id === lead.id;
  await onLead(world, caller, lead, {
    method: 'PATCH',
    body: { phone: other.phone },
    ability: 'leads:update',
    ok: isOwn ? 200 : 409,
  });
};

const assign: Operation = async (world, caller, lead) => {
  const owner: Member | null = world.random.chance(0.15) ? null : world.random.pick(world.members);
  const { member } = caller;
  const isAllowed =
    owner === null ||
    (owner.active && (member.role === 'admin' || (member.team !== null && owner.team === member.team)));
  const ability = caller.abilities.has('leads:update') ? 'leads:assign' : 'leads:update';
  const body = { owner: owner?.id ?? null };
  const answer = await onLead(world, caller, lead, { method: 'PATCH', body, ability, ok: isAllowed ? 200 : 422 });
  if (answer.status === 200) world.give(lead, owner);
};

const move: Operation = async (world, caller, lead) => {
  const status = world.random.pick(world.statuses);
  const isPatch = world.random.chance(0.3);
  const answer = isPatch
    ? await onLead(world, caller, lead, { method: 'PATCH', body: { status }, ability: 'leads:update' })
    : await onLead(world, caller, lead, {
        method: 'POST',
        path: '/status',
        body: { status, note: lead.mark },
        ability: 'leads:move',
      });
  if (answer.status === 200) lead.status = status;
};

const addNote: Operation = async (world, caller, lead) => {
  const body = { body: `Note on ${lead.mark}` };
  await onLead(world, caller, lead, { method: 'POST', path: '/notes', body, ability: 'leads:update', ok: 201 });
};

const addActivity: Operation = async (world, caller, lead) => {
  const body = { kind: 'call', summary: `Called ${lead.mark}` };
  await onLead(world, caller, lead, { method: 'POST', path: '/activities', body, ability: 'leads:update', ok: 201 });
};

const around: Operation = async (world, caller, lead) => {
  const what = world.random.pick(['activities', 'notes', 'transitions', 'audit']);
  await onLead(world, caller, lead, {
    method: 'GET',
    path: `/${what}`,
    ability: what === 'audit' ? 'audit:read' : 'leads:read',
  });
};

/** A lead of another organization is not found, whatever the caller and the operation. */
const stray: Operation = async (world, caller, _, others) => {
  if (others.length === 0 || !caller.member.active) return;
  const id = world.random.pick(others);
  const foreign: ModelLead = { id, mark: '', phone: '', email: '', owner: null, team: null, status: '' };
  await read(world, caller, foreign, others);
  await rename(world, caller, foreign, others);
};

const weighted: [number, Operation][] = [
  [14, create],
  [10, list],
  [14, read],
  [8, rename],
  [5, takePhone],
  [10, assign],
  [8, move],
  [5, addNote],
  [5, addActivity],
  [8, around],
  [3, trail],
  [4, changeMember],
  [4, stray],
];
const operations = weighted.flatMap(([weight, operation]) => Array<Operation>(weight).fill(operation));

/** One random operation of one random caller. `others` are leads of other organizations. */
export async function doSomething(world: LeadWorld, others: readonly string[]): Promise<void> {
  const { random } = world;
  const caller = random.pick(world.callers);
  const operation = world.leads.length < 5 ? create : random.pick(operations);
  const lead = world.leads.length === 0 ? (undefined as unknown as ModelLead) : random.pick(world.leads);
  await operation(world, caller, lead, others);
}
