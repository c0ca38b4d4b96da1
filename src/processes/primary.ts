import cluster from 'node:cluster';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Target } from '../db/connect.ts';
import { listenError } from '../operator-error.ts';
import { superviseProcess } from './supervise.ts';

export interface Processes {
  url: string;
  /** The metrics of all processes together. */
  readMetrics(): Promise<string>;
  /** Of all processes, also of those that replace one of them. */
  startDraining(): void;
  stop(): Promise<void>;
}

/**
 * Several processes behind one port, which share nothing but the database. This one owns the port, and each process accepts by
 * itself: a connection that this one handed to a process just before that died would be answered by nobody.
 */
export async function startProcesses(config: Config, target: Target, log: Logger): Promise<Processes> {
  const port = await findPort(config);
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.js', import.meta.url)), args: [] });
  const task = { serve: { config: { ...config, port }, target } };
  const processes = Array.from({ length: config.processes }, () => superviseProcess(task, log));
  const stop = async () => void (await Promise.all(processes.map((one) => one.stop())));
  const startDraining = () => {
    for (const one of processes) one.startDraining();
  };
  const registry = new AggregatorRegistry();
  try {
    const [url = ''] = await Promise.all(processes.map(({ serving }) => serving));
    return { url, readMetrics: () => registry.clusterMetrics(), startDraining, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Looks whether the port can be had, before any process is made; the one that is free where none is given. */
async function findPort({ host, port }: Config): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const { port: found } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return found;
}
