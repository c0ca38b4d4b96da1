import { expect } from 'vitest';
import type { Answer } from './harness.ts';
import type { LeadDesk, Shown } from './leads.ts';

/** Asks for bulk changes at a desk, and waits for what comes of them. */
export class JobDesk {
  readonly desk: LeadDesk;

  constructor(desk: LeadDesk) {
    this.desk = desk;
  }

  ask = (body: unknown, token = this.desk.admin, headers: Record<string, string> = {}): Promise<Answer> =>
    this.desk.app.call('POST', '/leads/bulk', { token, body, headers });

  get = (id: string, token = this.desk.admin) => this.desk.app.call('GET', `/jobs/${id}`, { token });

  stop = (id: string, token = this.desk.admin) => this.desk.app.call('DELETE', `/jobs/${id}`, { token });

  /** From now on jobs wait. */
  pause = () => this.desk.app.services.jobs.stop();

  resume = () => Object.assign(this.desk.app.services.jobs, { isStopped: false });

  /** A job that is taken. */
  async start(body: unknown, token = this.desk.admin): Promise<Shown> {
    const answer = await this.ask(body, token);
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    expect(answer.headers.location).toBe(`/api/v1/jobs/${answer.body.data.public_id}`);
    return answer.body.data;
  }

  /** The job when everything that can be done has been done. */
  async settled(id: string): Promise<Shown> {
    await this.desk.app.services.jobs.run(this.desk.cast.organizationId);
    const { status, body } = await this.get(id);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  }

  /** The job of a change, when it is over. */
  async change(body: unknown, token = this.desk.admin): Promise<Shown> {
    const { public_id } = await this.start(body, token);
    return this.settled(public_id);
  }

  /** New leads of this owner, by public id. */
  async leads(count: number, owner: Parameters<LeadDesk['make']>[1] = this.desk.cast.ravi): Promise<string[]> {
    const made = await Promise.all(Array.from({ length: count }, () => this.desk.make({}, owner)));
    return made.map(({ public_id }) => public_id);
  }
}

export const countsOf = ({ total, processed, changed, unchanged, failed }: Shown) => ({
  total,
  processed,
  changed,
  unchanged,
  failed,
});
