import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database, NodeLoad } from './db/sql.ts';

/** What the operator can watch. Labels are routes, never addresses, so that their number stays bounded. */
export interface Metrics {
  readonly registry: Registry;
  observe(method: string, route: string, status: number, seconds: number): void;
  readonly problems: Counter<'code'>;
  /** Submissions that filled in the field which people never see. */
  readonly caughtSubmissions: Counter;
  readonly webhooks: {
    attempted(result: 'succeeded' | 'retried' | 'failed'): void;
    waiting(deliveries: number, lagSeconds: number): void;
  };
}

/** The database for reports, if it is another one. */
type Watched = { known(): Promise<{ readonly isUp: boolean; readonly lagSeconds: number }> } | null;

/** Where nobody watches, requests are not measured, nor the process: that costs a fifteenth of a read. */
export function createMetrics(
  database: Database,
  isWatched: boolean,
  eventReaders: () => number,
  replica: Watched = null,
): Metrics {
  const registry = new Registry();
  if (isWatched) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'leadline_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const problems = new Counter({
    name: 'leadline_problems_total',
    help: 'Problem documents sent, by code',
    labelNames: ['code'] as const,
    registers: [registry],
  });
  const caughtSubmissions = new Counter({
    name: 'leadline_form_submissions_caught_total',
    help: 'Form submissions that filled in the field which people never see; no lead is made of them',
    registers: [registry],
  });
  const attempts = new Counter({
    name: 'leadline_webhook_attempts_total',
    help: 'Attempts to deliver events to webhooks, by what came of the delivery',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  // Of the whole database, so every process says the same.
  const pending = new Gauge({
    name: 'leadline_webhook_deliveries_pending',
    help: 'Deliveries to active webhooks that are due, up to 10,000',
    aggregator: 'max',
    registers: [registry],
  });
  const lag = new Gauge({
    name: 'leadline_webhook_lag_seconds',
    help: 'How long the oldest of them has been due',
    aggregator: 'max',
    registers: [registry],
  });
  new Gauge({ name: 'leadline_processes', help: 'Processes that serve', registers: [registry] }).set(1);
  for (const state of ['connections', 'idle', 'waiting'] as const) {
    watch(`leadline_database_pool_${state}`, `Database pool: ${state}`, 'sum', () => database.load()[state]);
  }
  // On a cluster. The number of nodes is small.
  if (database.load().nodes !== undefined) {
    watchNodes(
      'leadline_database_node_up',
      'Whether a node of the cluster answers; while it does not, its organizations are answered 503 at once',
      'min',
      ({ isAway }) => (isAway ? 0 : 1),
    );
    watchNodes(
      'leadline_database_node_waiting',
      'Statements that wait for a connection to a node of the cluster',
      'sum',
      ({ waiting }) => waiting,
    );
  }
  if (replica !== null) {
    watch(
      'leadline_reports_replica_up',
      'Whether the database for reports answered when it was last looked at, and was not too far behind',
      'min',
      async () => ((await replica.known()).isUp ? 1 : 0),
    );
    watch(
      'leadline_reports_replica_lag_seconds',
      'How far the database for reports was behind when it was last looked at',
      'max',
      async () => (await replica.known()).lagSeconds,
    );
  }
  watch('leadline_event_readers', 'Requests that wait for events, and streams', 'sum', eventReaders);

  /** Read whenever somebody asks. `across`: how the values of the processes become one. */
  function watch(name: string, help: string, across: Aggregator, read: () => number | Promise<number>): void {
    const collect = async function (this: Gauge) {
      this.set(await read());
    };
    new Gauge({ name, help, aggregator: across, registers: [registry], collect });
  }

  function watchNodes(name: string, help: string, across: Aggregator, read: (node: NodeLoad) => number): void {
    const collect = function (this: Gauge<'node'>) {
      for (const load of database.load().nodes ?? []) this.set({ node: load.node }, read(load));
    };
    new Gauge({ name, help, aggregator: across, labelNames: ['node'], registers: [registry], collect });
  }

  // Looking a series up by its labels costs more than counting in it.
  const series = new Map<string, ReturnType<typeof requests.labels>>();
  return {
    registry,
    problems,
    caughtSubmissions,
    webhooks: {
      attempted: (result) => attempts.inc({ result }),
      waiting(deliveries, lagSeconds) {
        pending.set(deliveries);
        lag.set(lagSeconds);
      },
    },
    observe(method, route, status, seconds) {
      if (!isWatched) return;
      const key = `${status} ${method} ${route}`;
      let one = series.get(key);
      if (one === undefined) {
        one = requests.labels(method, route, String(status));
        series.set(key, one);
      }
      one.observe(seconds);
    },
  };
}
