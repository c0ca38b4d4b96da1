import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from './service-process.ts';

export interface Answer {
  readonly at: number;
  readonly ms: number;
  /** 0: no answer. */
  readonly status: number;
}

export interface Account {
  readonly answers: Answer[];
  /** The names that each acknowledged lead may have: the last acknowledged one, and those that were sent after it without success. */
  readonly names: Map<string, string[]>;
  stop(): Promise<void>;
}

/** Creates, changes and reads leads of one organization until it is told to stop, and keeps account of what was acknowledged. */
export function writeTo(service: ServiceProcess, token: string, callers = 2): Account {
  const answers: Answer[] = [];
  const names = new Map<string, string[]>();
  let isOver = false;
  const call = async (method: string, path: string, body?: object) => {
    const at = performance.now();
    const answer = await service.call(method, path, token, body).catch(() => null);
    answers.push({ at, ms: performance.now() - at, status: answer?.status ?? 0 });
    return answer !== null && answer.status < 300 ? answer.body : null;
  };
  const running = Array.from({ length: callers }, async () => {
    for (let n = 0; !isOver; n++) {
      const phone = `+9198${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
      const made = await call('POST', '/leads', { first_name: 'Asha', phone });
      if (made !== null) {
        const lead = made.data.public_id as string;
        names.set(lead, ['Asha']);
        const name = `Usha ${n}`;
        const changed = await call('PATCH', `/leads/${lead}`, { first_name: name });
        names.set(lead, changed === null ? ['Asha', name] : [name]);
        await call('GET', `/leads/${lead}`);
      }
      await sleep(20);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(running);
  };
  return { answers, names, stop };
}
