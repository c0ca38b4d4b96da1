import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readTraceparent } from '../tracing/traceparent.ts';
import type { Attributes, Span, Tracer } from '../tracing/tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The server span; null if traces are off, and for probes. */
    span: Span | null;
  }
}

interface Urls {
  readonly publicUrl: string;
}

/** One server span per request, except probes, which come every few seconds. */
export function traceRequests(app: FastifyInstance, tracer: Tracer, urls: Urls): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.probe) return done();
    tracer.within(startRequest(tracer, request, reply, urls), done);
  });
}

/** Begins the span of a request; it ends when the response is sent, or the caller has gone. */
export function startRequest(tracer: Tracer, request: FastifyRequest, reply: FastifyReply, urls: Urls): Span {
  const { url: route } = request.routeOptions;
  const method = KNOWN_METHODS.has(request.method) ? request.method : null;
  const span = tracer.start(`${method ?? 'HTTP'}${route === undefined ? '' : ` ${route}`}`, {
    kind: 'server',
    parent: readTraceparent(request.headers.traceparent),
    attributes: {
      'http.request.method': method ?? '_OTHER',
      ...(route !== undefined && { 'http.route': route }),
      'network.protocol.version': request.raw.httpVersion,
      ...serverOf(urls.publicUrl),
    },
  });
  request.span = span;
  reply.raw.once('close', () => endRequest(span, reply));
  return span;
}

function endRequest(span: Span, { raw, statusCode }: FastifyReply): void {
  if (raw.headersSent) span.set({ 'http.response.status_code': statusCode });
  if (!raw.writableEnded) span.set({ 'error.type': 'hung_up' }); // no failure of the service
  span.end(statusCode >= 500 ? String(statusCode) : undefined);
}

const KNOWN_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

let known: { readonly url: string; readonly attributes: Attributes } | undefined;

/** The service's own address: what a caller writes into Host may be anything. */
function serverOf(url: string): Attributes {
  if (known?.url === url) return known.attributes;
  const { protocol, hostname, port } = new URL(url);
  const scheme = protocol.slice(0, -1);
  const serverPort = port === '' ? (DEFAULT_PORTS[scheme] ?? 0) : Number(port);
  const attributes = { 'url.scheme': scheme, 'server.address': hostname, 'server.port': serverPort };
  known = { url, attributes };
  return attributes;
}
