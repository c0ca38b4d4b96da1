import cluster from 'node:cluster';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Target } from '../db/connect.ts';
import { listenError } from '../start-error.ts';
import { Seat } from './seat.ts';

export interface Processes {
  url: string;
  /** The figures of all processes together. */
  readMetrics(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Several processes behind one port, which share nothing but the database. This one owns the port: node:cluster takes the
 * connections here and hands them out in turn.
 */
export async function startProcesses(config: Config, target: Target, log: Logger): Promise<Processes> {
  const port = await findPort(config);
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.js', import.meta.url)), args: [] });
  const task = { serve: { config: { ...config, port }, target } };
  const seats = Array.from({ length: config.processes }, () => new Seat(task, log));
  const stop = async () => void (await Promise.all(seats.map((seat) => seat.stop())));
  try {
    const [url = ''] = await Promise.all(seats.map(({ serving }) => serving));
    return { url, readMetrics: () => readMetrics(seats), stop };
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

async function readMetrics(seats: readonly Seat[]): Promise<string> {
  const figures = await Promise.all(seats.map((seat) => seat.readFigures()));
  return AggregatorRegistry.aggregate(figures.filter((found) => found !== null)).metrics();
}
