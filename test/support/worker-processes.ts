import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import type { ServiceProcess } from './service-process.ts';

/** The pids of the worker processes of this primary. */
export function workersOf({ pid }: ServiceProcess): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [own, parent, state = '', ...args] = line.trim().split(/\s+/);
    const isWorker = Number(parent) === pid && !state.startsWith('Z') && args.join(' ').includes('processes/worker');
    return isWorker ? [Number(own)] : [];
  });
}

/** The status of `GET /me` over a new connection, which goes to the next process. */
export function statusAlone({ announced }: ServiceProcess, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(5_000);
    request(`${announced.api}/me`, { agent: false, headers, signal }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}
