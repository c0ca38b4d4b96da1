import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Target } from '../db/connect.ts';
import { superviseProcess } from './supervise.ts';

export interface Processes {
  url: string;
  /** The metrics of all processes together. */
  readMetrics(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Several processes behind one port, which share nothing but the database. This one owns the port: node:cluster accepts the
 * connections here and distributes them round-robin.
 */
export async function startProcesses(config: Config, target: Target, log: Logger): Promise<Processes> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.js', import.meta.url)), args: [] });
  const task = { serve: { config, target } };
  const processes = Array.from({ length: config.processes }, () => superviseProcess(task, log));
  const stop = async () => void (await Promise.all(processes.map((one) => one.stop())));
  const registry = new AggregatorRegistry();
  try {
    const [url = ''] = await Promise.all(processes.map(({ serving }) => serving));
    // Replacements keep the port, also where any was taken and no process is left that holds it.
    task.serve.config = { ...config, port: Number(new URL(url).port) || config.port };
    return { url, readMetrics: () => registry.clusterMetrics(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
