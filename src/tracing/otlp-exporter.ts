import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Complaints } from './complaints.ts';

/** As many as a full queue has, which a stop sends at once. */
const EXPORTS_AT_ONCE = 4;

/** Tells of failed exports, and can be abandoned: the SDK's own waits for a collector that does not answer, and tries again. */
class Exporter extends OTLPTraceExporter {
  readonly #complaints: Complaints;
  readonly #agent: HttpAgent;

  constructor(url: string, timeoutMillis: number, complaints: Complaints, agent: HttpAgent) {
    super({ url, timeoutMillis, concurrencyLimit: EXPORTS_AT_ONCE, httpAgentOptions: () => agent });
    this.#complaints = complaints;
    this.#agent = agent;
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
      if (result.error !== undefined) this.#complaints.note(codeOf(result.error), spans.length);
      done(result);
    });
  }

  /** Closes the connections; a further try fails at once. */
  abandon(): void {
    this.#agent.createConnection = (_options, done) => {
      done?.(new Error('the service has stopped'), undefined as never);
      return undefined;
    };
    this.#agent.destroy();
  }
}

export function openExporter(url: string, timeoutMs: number, complaints: Complaints): Exporter {
  const agent = new (new URL(url).protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true });
  return new Exporter(url, timeoutMs, complaints, agent);
}

/** `ECONNREFUSED`, or the status of the response. */
function codeOf(error: Error): string {
  return 'code' in error && error.code !== undefined ? String(error.code) : error.name;
}
