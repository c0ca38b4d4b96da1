import type { TestApp } from './harness.ts';

export interface TrailEntry {
  public_id: string;
  action: string;
  subject: { type: string; public_id: string };
  actor: object;
  changes: { field: string; from: unknown; to: unknown }[];
  request_id: string | null;
  occurred_at: string;
}

/** The whole audit trail as this token sees it, newest first. */
export async function readTrail(app: TestApp, token: string): Promise<TrailEntry[]> {
  const entries: TrailEntry[] = [];
  let next: string | null = '/audit?page[size]=200';
  while (next !== null) {
    const { status, body } = await app.call('GET', next, { token });
    if (status !== 200) throw new Error(`the audit trail answered ${status}`);
    entries.push(...body.data);
    next = body.links.next;
  }
  return entries;
}

/** The entries that `work` adds to the audit trail, oldest first. */
export async function entriesLeftBy(app: TestApp, token: string, work: () => Promise<unknown>): Promise<TrailEntry[]> {
  const before = new Set((await readTrail(app, token)).map((entry) => entry.public_id));
  await work();
  const after = await readTrail(app, token);
  return after.filter((entry) => !before.has(entry.public_id)).reverse();
}
