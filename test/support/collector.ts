import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './workplace.ts';

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  /** 2 is an error. */
  status: number;
  /** Of the process that sent it. */
  resource: Record<string, unknown>;
}

/** `silent` never answers, `trickling` never ends its answer; a number is the status of every answer. */
type Manner = 200 | 400 | 503 | 'silent' | 'trickling';

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** Everything that was received, as it came. */
  received: string[];
  /** Header fields of the last request. */
  headers: Record<string, unknown>;
  paths: string[];
  manner: Manner;
  /** Waits for a span. */
  span(is: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  childrenOf(span: CollectedSpan): CollectedSpan[];
  close(): Promise<void>;
}

/** An OpenTelemetry collector that takes OTLP over HTTP as JSON, on a free port of this machine. */
export async function openCollector(manner: Manner = 200): Promise<Collector> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    collector.received.push(text);
    collector.paths.push(`${request.method} ${request.url}`);
    collector.headers = request.headers;
    if (collector.manner === 'silent') return;
    if (collector.manner === 'trickling') return trickle(response);
    if (collector.manner === 200) collector.spans.push(...spansIn(text));
    response.writeHead(collector.manner, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    received: [],
    headers: {},
    paths: [],
    manner,
    span: (is) => until(async () => collector.spans.find(is)),
    childrenOf: ({ traceId, spanId }) =>
      collector.spans.filter((one) => one.traceId === traceId && one.parentSpanId === spanId),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 100);
  response.once('close', () => clearInterval(timer));
}

type Values = { key: string; value: Record<string, unknown> }[];
const valuesOf = (list: Values = []) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

interface Sent {
  resourceSpans: {
    resource: { attributes: Values };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'status' | 'resource'> & {
        attributes: Values;
        status: { code?: number };
      })[];
    }[];
  }[];
}

function spansIn(text: string): CollectedSpan[] {
  return (JSON.parse(text) as Sent).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        links: span.links ?? [],
        attributes: valuesOf(span.attributes),
        status: span.status.code ?? 0,
        resource: valuesOf(resource.attributes),
      })),
    ),
  );
}
