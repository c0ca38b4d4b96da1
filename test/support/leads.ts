import { expect } from 'vitest';
import { type Cast, createCast, type Person } from './cast.ts';
import { type Answer, openTestApp, type TestApp } from './harness.ts';

/** A lead as responses show it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read responses freely
export type Shown = any;

type Fields = Record<string, unknown>;
type Headers = Record<string, string>;

let count = 0;

/** A mobile number that no other lead has. */
export const freshPhone = () => `+917${String(100_000_000 + ++count)}`;
export const freshEmail = () => `person.${++count}@example.in`;

/** Long enough that only correctness decides, however busy the machine is. */
const patient = { connections: 10, waiting: 5_000, acquireMs: 60_000, statementMs: 60_000, lockMs: 60_000 };

type DeskOptions = Parameters<typeof openTestApp>[0] & { isPatient?: boolean };

/** The application with its people, and helpers for the tests of leads. */
export class LeadDesk {
  readonly app: TestApp;
  readonly cast: Cast;
  /** Status public ids by name. */
  readonly statuses: Record<string, string>;

  private constructor(app: TestApp, cast: Cast, statuses: Record<string, string>) {
    this.app = app;
    this.cast = cast;
    this.statuses = statuses;
  }

  static async open({ isPatient = false, ...options }: DeskOptions = {}): Promise<LeadDesk> {
    const app = await openTestApp({ ...options, ...(isPatient && { pool: patient }) });
    const cast = await createCast(app);
    const { body } = await app.call('GET', '/statuses', { token: cast.admin.token });
    const named = body.data.map(({ name, public_id }: Shown) => [name, public_id]);
    return new LeadDesk(app, cast, Object.fromEntries(named));
  }

  close = () => this.app.close();

  status(name: string): string {
    const id = this.statuses[name];
    if (id === undefined) throw new Error(`there is no status ${name}`);
    return id;
  }

  get admin(): string {
    return this.cast.admin.token;
  }

  post = (body: unknown, token = this.admin, headers: Headers = {}): Promise<Answer> =>
    this.app.call('POST', '/leads', { token, body, headers });

  get = (lead: string, token = this.admin, query = '', headers: Headers = {}): Promise<Answer> =>
    this.app.call('GET', `/leads/${lead}${query}`, { token, headers });

  patch = (lead: string, body: unknown, token = this.admin, headers: Headers = {}): Promise<Answer> =>
    this.app.call('PATCH', `/leads/${lead}`, { token, body, headers });

  move = (lead: string, status: string, more: Fields = {}, token = this.admin, headers: Headers = {}) =>
    this.app.call('POST', `/leads/${lead}/status`, { token, body: { status, ...more }, headers });

  /** The public ids of a page of leads; the response must be 200. */
  async list(query = '', token = this.admin): Promise<string[]> {
    const { status, body } = await this.app.call('GET', `/leads${query}`, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.map((lead: Shown) => lead.public_id);
  }

  /** A new lead of this owner, or of nobody. */
  async make(fields: Fields = {}, owner?: Person | null): Promise<Shown> {
    const made = await this.post({ phone: freshPhone(), ...fields });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    if (owner === undefined) return made.body.data;
    const given = await this.patch(made.body.data.public_id, { owner: owner?.membership ?? null });
    expect(given.status, JSON.stringify(given.body)).toBe(200);
    return given.body.data;
  }

  /** From now on new leads have no owner. */
  async takeNoLeads(): Promise<void> {
    const { ravi, asha, tara, vikram, om } = this.cast;
    for (const { membership } of [ravi, asha, tara, vikram, om]) {
      await this.change(`memberships/${membership}`, { accepting_leads: false });
    }
  }

  /** The response of a settings collection to a POST, which must create the record. */
  async add(collection: string, body: Fields): Promise<Shown> {
    const made = await this.app.call('POST', `/${collection}`, { token: this.admin, body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.data;
  }

  async change(path: string, body: Fields): Promise<Shown> {
    const changed = await this.app.call('PATCH', `/${path}`, { token: this.admin, body });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    return changed.body.data;
  }

  /** The whole list of a lead's activities, notes, transitions or audit entries, newest first. */
  async around(lead: string, what: string, token = this.admin): Promise<Shown[]> {
    const { status, body } = await this.app.call('GET', `/leads/${lead}/${what}?page[size]=200`, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  }

  rows = <Row = Shown>(text: string, values: unknown[] = []): Promise<Row[]> =>
    this.app.services.database.rows<Row>(text, values);

  async countLeads(): Promise<number> {
    const [row] = await this.rows<{ n: string }>('select count(*) as n from leads');
    return Number(row?.n);
  }
}

/** The fields that a 422 names. */
export function faultsOf({ status, body }: Answer): string[] {
  expect(status, JSON.stringify(body)).toBe(422);
  expect(body.code).toBe('validation_failed');
  return Object.keys(body.errors).sort();
}
