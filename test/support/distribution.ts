import { pino } from 'pino';
import { expect } from 'vitest';
import { type App, buildApp } from '../../src/app.ts';
import { openDatabase, type Target } from '../../src/db/connect.ts';
import { createOrganization } from '../../src/organization/organizations.ts';
import { followChanges, makeParts, type Parts } from '../../src/parts.ts';
import { asServed, createTestDatabase } from './databases.ts';
import { expectDocumented } from './documented.ts';
import type { Answer } from './harness.ts';
import { freshPhone, type Shown } from './leads.ts';
import { eventually } from './workplace.ts';

type Fields = Record<string, unknown>;

/** Long enough that only correctness decides, however busy the machine is. */
const patient = { waiting: 5_000, acquireMs: 60_000, statementMs: 60_000, lockMs: 60_000 };

/** Clients that send at the same time, half of them to each process. */
export const CLIENTS = 64;

interface Process {
  readonly http: App['http'];
  readonly services: Parts;
  close(): Promise<void>;
}

/** A process of the service without its network: its own connections, and notifications of changes. */
async function openProcess(server: Target): Promise<Process> {
  const target = await asServed(server);
  const database = openDatabase(target, { ...patient, connections: 8 });
  const settingsDatabase = openDatabase(target, { ...patient, connections: 2 });
  const log = pino({ level: 'silent' });
  const limits = { rate: 'off' } as const;
  const services = await makeParts({ database, settingsDatabase, log, limits });
  const { http } = buildApp(services);
  await http.ready();
  const heard = await followChanges(services);
  return {
    http,
    services,
    async close() {
      await heard.stop();
      await http.close();
      await services.assignment.stop();
      await services.rescoring.stop();
      await services.tokens.lastUse.flush();
      await Promise.all([database, settingsDatabase].map((one) => one.close()));
    },
  };
}

/** Two processes on one database. They share nothing else. */
export class Branches {
  readonly processes: readonly Process[];
  readonly #drop: () => Promise<void>;

  private constructor(processes: Branches['processes'], drop: () => Promise<void>) {
    this.processes = processes;
    this.#drop = drop;
  }

  static async open(): Promise<Branches> {
    const { target, drop } = await createTestDatabase();
    const processes = [await openProcess(target), await openProcess(target)];
    return new Branches(processes, drop);
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.close()));
    await this.#drop();
  }

  process(via: number): Process {
    const found = this.processes[via];
    if (found === undefined) throw new Error(`there is no process ${via}`);
    return found;
  }

  /** A separate organization, so that no test meets another test's leads, members or rotations. */
  async shop(): Promise<Shop> {
    const { database, keys } = this.process(0).services;
    const made = await createOrganization(database, keys.organization, 'Shop');
    const shop = new Shop(this, made.organizationId, made.token.secret, made.membership.public_id);
    for (const { name, public_id } of (await shop.ok('GET', '/statuses')).data) shop.statuses[name] = public_id;
    return shop;
  }
}

export interface Asking {
  token?: string;
  /** Which of the two processes gets the request. */
  via?: number;
  headers?: Record<string, string>;
}

export interface Member {
  public_id: string;
  name: string;
}

/** One organization, used by its admin. */
export class Shop {
  readonly branches: Branches;
  readonly organizationId: string;
  readonly admin: string;
  readonly adminMember: string;
  readonly statuses: Record<string, string> = {};

  constructor(branches: Branches, organizationId: string, admin: string, adminMember: string) {
    this.branches = branches;
    this.organizationId = organizationId;
    this.admin = admin;
    this.adminMember = adminMember;
  }

  async call(method: string, path: string, body?: unknown, { token, via = 0, headers }: Asking = {}): Promise<Answer> {
    const url = `/api/v1${path}`;
    const response = await this.branches.process(via).http.inject({
      method: method as 'GET',
      url,
      headers: {
        authorization: `Bearer ${token ?? this.admin}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const text = response.body;
    const answer: Answer = {
      status: response.statusCode,
      headers: response.headers as Answer['headers'],
      body: text === '' ? null : JSON.parse(text),
    };
    expectDocumented(method, url, answer);
    return answer;
  }

  /** The body of a response that must be successful. */
  async ok(method: string, path: string, body?: unknown, asking?: Asking): Promise<Shown> {
    const answer = await this.call(method, path, body, asking);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  }

  member = async (name: string, fields: Fields = {}): Promise<Member> =>
    (await this.ok('POST', '/memberships', { name, role: 'agent', ...fields })).data;

  /** One after the other: members are in the order in which they joined. */
  async members(count: number, fields: Fields = {}): Promise<Member[]> {
    const made: Member[] = [];
    for (let n = 0; n < count; n++) made.push(await this.member(`Agent ${String(n).padStart(3, '0')}`, fields));
    return made;
  }

  change = async (member: Member, fields: Fields, asking?: Asking): Promise<Shown> =>
    (await this.ok('PATCH', `/memberships/${member.public_id}`, fields, asking)).data;

  team = async (name: string): Promise<string> => (await this.ok('POST', '/teams', { name })).data.public_id;

  tokenOf = async ({ public_id }: Member): Promise<string> =>
    (await this.ok('POST', '/tokens', { name: 'test', membership: public_id, abilities: ['*'] })).data.secret;

  /** A rule; a list of members is its pool. */
  rule = async (strategy: string, pool: readonly Member[] | Fields, fields: Fields = {}): Promise<Shown> =>
    (
      await this.ok('POST', '/distribution-rules', {
        name: strategy,
        strategy,
        pool: Array.isArray(pool) ? { memberships: pool.map(({ public_id }) => public_id) } : pool,
        ...fields,
      })
    ).data;

  /** A new lead; a duplicate fails the test. */
  async lead(fields: Fields = {}, asking?: Asking): Promise<Shown> {
    const { status, body } = await this.call('POST', '/leads', { phone: freshPhone(), ...fields }, asking);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data;
  }

  /** Creates leads one after the other; returns the names of their owners. */
  async owners(count: number, fields: Fields = {}): Promise<(string | null)[]> {
    const names: (string | null)[] = [];
    for (let n = 0; n < count; n++) names.push((await this.lead(fields)).owner?.name ?? null);
    return names;
  }

  /** Waits until both processes have the latest settings. */
  async settled(): Promise<void> {
    const [row] = await this.rows<{ version: string }>(
      'select settings_version as version from organizations where id = $1',
    );
    for (const { services } of this.branches.processes) {
      await eventually(async () => (await services.settings.get(this.organizationId, '0')).version === row?.version);
    }
  }

  /** Creates leads from 64 clients at once, half of them in each process. */
  async flood(count: number, fields: (n: number) => Fields = () => ({}), keyed = false): Promise<void> {
    await this.settled();
    let next = 0;
    const client = async (via: number) => {
      for (let n = next++; n < count; n = next++) {
        const headers = keyed ? { 'idempotency-key': `lead-${n}` } : {};
        const body = { phone: freshPhone(), ...fields(n) };
        let answer = await this.call('POST', '/leads', body, { via, headers });
        // A slow machine may keep one waiting for a lock for too long: with a key it may ask again.
        for (let tries = 0; keyed && answer.status === 503 && tries < 5; tries++) {
          answer = await this.call('POST', '/leads', body, { via, headers });
        }
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n % 2)));
  }

  move = (lead: string, status: string, asking?: Asking): Promise<Shown> =>
    this.ok('POST', `/leads/${lead}/status`, { status: this.statuses[status] }, asking);

  give = (lead: string, owner: Member | null, asking?: Asking): Promise<Shown> =>
    this.ok('PATCH', `/leads/${lead}`, { owner: owner?.public_id ?? null }, asking);

  ownerOf = async (lead: string): Promise<string | null> =>
    (await this.ok('GET', `/leads/${lead}`)).data.owner?.name ?? null;

  assignment = async (lead: string, asking?: Asking): Promise<Shown> =>
    (await this.ok('GET', `/leads/${lead}/assignment`, undefined, asking)).data;

  rows = <Row = Shown>(text: string, values: unknown[] = []): Promise<Row[]> =>
    this.branches.process(0).services.database.rows<Row>(text, [this.organizationId, ...values]);

  /** The owners of the assigned leads, in order; of one rule, or of all. */
  async sequence(rule?: { public_id: string }): Promise<string[]> {
    const rows = await this.rows<{ name: string }>(
      `select memberships.name from assignments
         join memberships on memberships.organization_id = $1 and memberships.id = assignments.owner_id
         left join distribution_rules as rules on rules.organization_id = $1 and rules.id = assignments.rule_id
        where assignments.organization_id = $1 and ($2::text is null or rules.public_id = $2) 
        order by assignments.assigned_at, assignments.lead_id`,
      [rule?.public_id ?? null],
    );
    return rows.map(({ name }) => name);
  }

  /** The number of leads in open statuses that each member owns. */
  async owned(): Promise<Record<string, number>> {
    const rows = await this.rows<{ name: string; n: number }>(
      `select memberships.name, count(leads.id)::integer as n from memberships
         left join leads on leads.organization_id = $1 and leads.owner_id = memberships.id and leads.status_id in
              (select id from statuses where organization_id = $1 and kind = 'open')
        where memberships.organization_id = $1 group by memberships.name`,
    );
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
  }

  waiting = async (): Promise<number> =>
    (await this.rows('select lead_id from assignments where organization_id = $1 and waiting')).length;

  /** The service's own sweep, for changes that only the clock causes. */
  sweep = (via = 0): Promise<void> => this.branches.process(via).services.assignment.sweep();

  /** Waits until the assignment worker has assigned the lead, in the background. */
  assigned = (lead: string): Promise<void> => eventually(async () => (await this.ownerOf(lead)) !== null, 4_000);
}

export const tally = (names: readonly (string | null)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name ?? 'nobody'] = (counts[name ?? 'nobody'] ?? 0) + 1;
  return counts;
};

/** The difference between the highest and the lowest count. */
export const spread = (counts: readonly number[]): number => Math.max(...counts) - Math.min(...counts);
