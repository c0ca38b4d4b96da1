import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Target } from '../db/connect.ts';
import { explain } from '../explain.ts';
import { createLog } from '../log.ts';
import { type Serving, serve } from '../serve.ts';
import type { FromWorker, ToWorker } from './messages.ts';

// One process of several. When the primary ends, however it ends, node:cluster ends this one.

// Ctrl-C reaches every process at the terminal, but the primary says when to stop: requests in flight shall finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

let serving: Promise<Serving | null> = Promise.resolve(null);

process.on('message', async (message: ToWorker) => {
  if ('serve' in message) serving = begin(message.serve);
  if ('drain' in message) (await serving)?.startDraining();
  if ('stop' in message) {
    await (await serving)?.stop();
    process.exit(0);
  }
});
tell({ listening: true });
new AggregatorRegistry(); // answers the primary when it asks for metrics

async function begin({ config, target }: { config: Config; target: Target }): Promise<Serving | null> {
  try {
    const begun = await serve(config, target, createLog(config, { pid: process.pid }));
    AggregatorRegistry.setRegistries(begun.parts.metrics.registry);
    tell({ serving: begun.url });
    return begun;
  } catch (error) {
    tell({ failed: explain(error) }, () => process.exit(1));
    return null;
  }
}

function tell(message: FromWorker, done: () => void = () => {}): void {
  process.send?.(message, undefined, undefined, done); // an error means that the primary has gone
}
