import { expect, it } from 'vitest';
import type { Database } from '../../src/db/sql.ts';
import { BackgroundWork } from '../../src/db/sweep.ts';

/** Of two organizations, the first is nudged again during each of its runs. */
class Busy extends BackgroundWork {
  protected override readonly task = 'busy';
  readonly runs: string[] = [];

  protected override list() {
    return Promise.resolve(['1', '2']);
  }

  protected override async work(organizationId: string): Promise<void> {
    this.runs.push(organizationId);
    await new Promise(setImmediate);
    if (organizationId === '1' && this.runs.length < 1_000) this.nudge('1');
  }
}

it('a sweep waits for one run of an organization, though there is always more to do', async () => {
  const busy = new Busy({} as Database, { warn: () => {} });
  await busy.sweep();
  expect(busy.runs.indexOf('2')).toBeGreaterThan(0);
  expect(busy.runs.length).toBeLessThan(10);
  await busy.stop();
});

it('what is nudged during a run has another one, and who asks after that waits for it', async () => {
  const busy = new Busy({} as Database, { warn: () => {} });
  const first = busy.run('2');
  busy.nudge('2');
  const both = busy.run('2');
  await first;
  expect(busy.runs).toEqual(['2', '2']);
  let isDone = false;
  const waiting = both.then(() => {
    isDone = true;
  });
  await Promise.resolve();
  expect(isDone).toBe(false);
  await waiting;
  expect(busy.runs).toEqual(['2', '2']);
  await busy.run('2');
  expect(busy.runs).toHaveLength(3);
});
