import { expect } from 'vitest';
import type { Answer } from './harness.ts';
import type { LeadDesk, Shown } from './leads.ts';

/** Sends files to the API of a desk, and waits for what comes of them. */
export class ImportDesk {
  readonly desk: LeadDesk;

  constructor(desk: LeadDesk) {
    this.desk = desk;
  }

  send = (file: string | Buffer, query: Record<string, string> = {}, token = this.desk.admin): Promise<Answer> =>
    this.desk.app.call('POST', `/imports?${new URLSearchParams(query)}`, {
      token,
      body: file,
      headers: { 'content-type': 'text/csv' },
    });

  get = (id: string, token = this.desk.admin) => this.desk.app.call('GET', `/imports/${id}`, { token });

  /** The import when everything that can be done has been done. */
  async settled(id: string, token = this.desk.admin): Promise<Shown> {
    await this.desk.app.services.imports.run(this.desk.cast.organizationId);
    const { status, body } = await this.get(id, token);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  }

  /** The import of a file that is taken, when it is over. */
  async import(file: string, query: Record<string, string> = {}, token = this.desk.admin): Promise<Shown> {
    const { status, body } = await this.send(file, query, token);
    expect(status, JSON.stringify(body)).toBe(202);
    const done = await this.settled(body.data.public_id, token);
    expect(done.state).toBe('done');
    return done;
  }

  /** The failures as lines of CSV, with the header line. */
  async failures(id: string, token = this.desk.admin): Promise<string[]> {
    const headers = { authorization: `Bearer ${token}` };
    const url = `/api/v1/imports/${id}/failures`;
    const answer = await this.desk.app.app.http.inject({ method: 'GET', url, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    return answer.body.trimEnd().split('\r\n');
  }

  /** The organization's lead with this phone. */
  async leadOf(phone: string): Promise<Shown> {
    const [row] = await this.desk.rows<{ public_id: string }>('select public_id from leads where phone = $1', [phone]);
    return row === undefined ? null : (await this.desk.get(row.public_id)).body.data;
  }
}

export const countsOf = ({ rows, processed, created, duplicates, filled, failed }: Shown) => ({
  rows,
  processed,
  created,
  duplicates,
  filled,
  failed,
});

/** Lines of CSV, cells as they are. */
export const csv = (...lines: string[]): string => `${lines.join('\n')}\n`;
