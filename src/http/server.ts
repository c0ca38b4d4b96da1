import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Problem, type ProblemCode, unavailable } from '../problems.ts';
import { newPublicId } from '../public-id.ts';
import type { FairSlots } from '../slots/fair-slots.ts';
import { tracer } from '../tracing/tracer.ts';
import { noteExchange } from './answers-in-order.ts';
import { addBodyParsers } from './body-parser.ts';
import { callerAddress, networkOf } from './caller-address.ts';
import { createBareRefusals } from './client-errors.ts';
import { endBody } from './large-bodies.ts';
import type { Limits } from './limits.ts';
import { type Reporting, sendProblem } from './problem-handler.ts';
import { parseQuery } from './query-string.ts';
import { isBeyondShare, leaveShare, type RequestLoad, takeShare } from './request-load.ts';
import { serializersAtFirstUse } from './serializers.ts';
import { startRequest, traceRequests } from './trace-requests.ts';
import { addUnmatchedHandler } from './unmatched.ts';

export interface ServerState extends RequestLoad {
  /** Set when a proxy shall send its requests elsewhere: `/readyz` says so, and everything is still served. */
  draining: boolean;
  /** Set when the service begins to stop: from then on requests get 503. */
  stopping: boolean;
}

export const isEnding = ({ draining, stopping }: ServerState): boolean => draining || stopping;

interface ServerOptions extends Reporting {
  readonly urls: { readonly docsUrl: string; readonly publicUrl: string };
  readonly limits: Limits;
  readonly largeBodies: FairSlots;
}

/** Answers every error as a problem document, bounds what a caller can hold, and knows no features. */
export function createServer(
  options: ServerOptions,
  trustProxy: number | 'off',
): { app: FastifyInstance; state: ServerState } {
  const { limits, log, largeBodies } = options;
  const state: ServerState = {
    draining: false,
    stopping: false,
    inFlight: 0,
    aside: 0,
    shares: new Map(),
    mostEach: limits.inFlightEach,
  };
  const refusals = createBareRefusals(options);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    childLoggerFactory: (log) => log, // what is logged names its request itself

    requestIdHeader: false,
    trustProxy: trustProxy === 'off' ? false : (_address: string, hop: number) => hop < trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.stallMs,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // its answer is no problem document; ours is below
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      requireHostHeader: false, // Node's own refusal has no body; ours is below
    },
    routerOptions: {
      querystringParser: parseQuery,
      maxParamLength: limits.headerBytes,
      ignoreTrailingSlash: true, // a redirect would lose bodies
    },
    schemaController: { compilersFactory: { buildSerializer: serializersAtFirstUse } },
    clientErrorHandler: refusals.refuseUnparsed,
    // A URL that cannot be decoded reaches no hook: their work is done here.
    frameworkErrors: (error, request, reply) => {
      request.address = callerAddress(request);
      reply.header('x-content-type-options', 'nosniff');
      if (tracer !== null) startRequest(tracer, request, reply, options.urls);
      const framing = framingFault(request.raw);
      reply.raw.once('finish', () => noteRequest(options, request, reply));
      sendProblem(framing ?? error, request, reply, options);
    },
  }) as unknown as FastifyInstance;
  const serve = app.server.listeners('request')[0] as RequestListener;
  app.server.removeAllListeners('request').on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (noteExchange(request, response)) serve(request, response);
  });
  // Unknown expectations are ignored, as RFC 9110 allows, rather than refused without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (request, socket) => refusals.refuseTunnel(requestIdOf(request), socket as Socket));
  app.decorateRequest('caller', null);
  app.decorateRequest('address', null);
  app.decorateRequest('releaseBody', null);
  app.decorateRequest('share', null);
  app.decorateRequest('span', null);
  if (tracer !== null) traceRequests(app, tracer, options.urls);

  // Hooks of every request use `done`: a promise would cost more than most of them do.
  app.addHook('onRequest', (request, reply, done) => {
    request.address = callerAddress(request);
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    enter(state, request, reply.raw);
    done(refusalOf(state, limits, request) ?? undefined);
  });
  // Once it is known who sends: others may have the same address.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const isRefused = request.caller === null && isBeyondShare(state, request) && !request.routeOptions.config.probe;
    if (isRefused) done(unavailable('Too many requests from this address are being answered.'));
    else done(null, payload);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Else the stop waits for callers to hang up, or cuts a request that is just coming.
    if (isEnding(state)) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    noteRequest(options, request, reply);
    done();
  });

  addBodyParsers(app, largeBodies);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, options));
  addUnmatchedHandler(app);
  return { app, state };
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id is kept if well-formed, so that both sides' logs can be joined. */
function requestIdOf({ headers: { 'x-request-id': given } }: IncomingMessage): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newPublicId('request');
}

function refusalOf(state: ServerState, limits: Limits, { raw, routeOptions }: FastifyRequest): Problem | null {
  const framing = framingFault(raw);
  if (framing !== null || routeOptions.config.probe) return framing;
  if (state.stopping) return unavailable('The service is stopping.');
  return state.inFlight > limits.inFlight ? unavailable('The service is overloaded.') : null;
}

function enter(state: ServerState, request: FastifyRequest, response: ServerResponse): void {
  state.inFlight++;
  response.once('close', () => {
    state.inFlight--;
    leaveShare(state, request);
    endBody(request);
  });
  takeShare(state, request, response, networkOf(request.address));
}

/** Logs the route, never the URL, which may quote what people typed. */
function noteRequest({ metrics, log }: Reporting, request: FastifyRequest, reply: FastifyReply): void {
  const { url: route = 'unmatched', config } = request.routeOptions;
  const { elapsedTime } = reply;
  metrics.observe(request.method, route, reply.statusCode, elapsedTime / 1_000);
  if (config?.probe && reply.statusCode < 500) return; // probes come every few seconds
  log.info(
    {
      request_id: request.id,
      ...request.span?.ids,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(elapsedTime * 10) / 10,
      address: request.address,
      ...(request.caller && { token: request.caller.actor.tokenPublicId }),
    },
    'request',
  );
}

/** Requests that a proxy in front might read in another way: refused, and the connection closed. */
function framingFault({ rawHeaders, httpVersion, url = '' }: IncomingMessage): Problem | null {
  // Node silently drops fields after the first thousand.
  if (rawHeaders.length > 2 * MOST_HEADER_FIELDS) return closing('headers_too_large', TOO_MANY_FIELDS);
  if (url.includes('#')) return closing('malformed_request', FRAGMENT);
  let hosts = 0;
  let isAmbiguous = false;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]?.toLowerCase();
    if (name === 'host') {
      hosts++;
      isAmbiguous ||= /[\s/?#@\\,]/.test(rawHeaders[n + 1] ?? '');
    }
    if (name === 'transfer-encoding') isAmbiguous ||= rawHeaders[n + 1]?.trim().toLowerCase() !== 'chunked';
  }
  isAmbiguous ||= hosts > 1 || (hosts === 0 && httpVersion === '1.1');
  return isAmbiguous ? closing('malformed_request', AMBIGUOUS) : null;
}

const MOST_HEADER_FIELDS = 500;
const TOO_MANY_FIELDS = `A request may have ${MOST_HEADER_FIELDS} header fields at most.`;
const FRAGMENT = 'The address holds a # that is not percent-encoded (%23): what follows it is not sent to a server.';
const AMBIGUOUS = 'The request must have one valid Host header, and no Transfer-Encoding other than chunked.';
const closing = (code: ProblemCode, detail: string) => new Problem(code, { detail, headers: { connection: 'close' } });

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also answered while the service is stopping or overloaded. */
    probe?: boolean;
  }
}
