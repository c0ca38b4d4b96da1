import type { ServerResponse } from 'node:http';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Problem, unavailable } from '../problems.ts';
import type { FairSlots } from '../slots/fair-slots.ts';
import { addBodyParsers } from './body-parser.ts';
import { callerAddress } from './caller-address.ts';
import { createClientErrorHandler } from './client-errors.ts';
import { endBody } from './large-bodies.ts';
import type { Limits } from './limits.ts';
import { addProblemHandler, type Reporting, sendProblem, toProblem } from './problem-handler.ts';
import { parseQuery } from './query-string.ts';
import { requestIdOf } from './request-id.ts';
import { addUnmatchedHandler } from './unmatched.ts';

export interface ServerState {
  /** Set when the service begins to stop: from then on requests get 503. */
  stopping: boolean;
  inFlight: number;
}

interface ServerOptions extends Reporting {
  readonly limits: Limits;
  readonly largeBodies: FairSlots;
}

/** A server that answers every error as a problem document, bounds what a caller can hold on to, and knows no features. */
export function createServer(
  options: ServerOptions,
  trustProxy: number | 'off',
): { app: FastifyInstance; state: ServerState } {
  const { limits, log, largeBodies } = options;
  const state: ServerState = { stopping: false, inFlight: 0 };
  const app = Fastify({
    loggerInstance: log,
    // One line a request is written below.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    childLoggerFactory: (log) => log, // what is logged names its request itself

    requestIdHeader: false,
    trustProxy: trustProxy === 'off' ? false : (_address: string, hop: number) => hop < trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // its answer is no problem document; ours is below
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      requireHostHeader: false, // Node's own refusal has no body; ours is below
    },
    // An id of any length that fits into the header is just not found.
    routerOptions: {
      querystringParser: parseQuery,
      maxParamLength: limits.headerBytes,
      ignoreTrailingSlash: true, // a redirect would lose bodies
    },
    schemaController: { compilersFactory: { buildSerializer: serializersAtFirstUse } },
    clientErrorHandler: createClientErrorHandler(options),
    // An address that cannot be decoded reaches no hook: what the hooks below do is done here.
    frameworkErrors: (error, request, reply) => {
      request.address = callerAddress(request);
      reply.header('x-content-type-options', 'nosniff');
      const framing = framingFault(request.raw.rawHeaders, request.raw.httpVersion);
      reply.raw.once('finish', () => noteRequest(options, request, reply));
      sendProblem(framing ?? toProblem(error), error, request, reply, options);
    },
  }) as unknown as FastifyInstance;
  // An expectation that we do not know is ignored, as RFC 9110 allows, rather than refused without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.decorateRequest('caller', null);
  app.decorateRequest('address', null);
  app.decorateRequest('releaseBody', null);
  app.decorateRequest('isOver', false);

  // Hooks that every request goes through end by `done`: a promise for each would cost more than most of them do.
  app.addHook('onRequest', (request, reply, done) => {
    request.address = callerAddress(request);
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    enter(state, request, reply.raw);
    done(refusalOf(state, limits, request) ?? undefined);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (state.stopping) reply.header('connection', 'close'); // else the stop waits for callers to hang up
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    noteRequest(options, request, reply);
    done();
  });

  addBodyParsers(app, largeBodies);
  addProblemHandler(app, options);
  addUnmatchedHandler(app);
  return { app, state };
}

const serializers = SerializerSelector();

/** As Fastify makes them, but when they are needed: see `compiled` in validate.ts. */
function serializersAtFirstUse(...given: Parameters<typeof serializers>): ReturnType<typeof serializers> {
  const compile = serializers(...given);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => {
      serialize ??= compile(route);
      return serialize(answer);
    };
  };
}

/** What no request gets past, whatever it asks for. */
function refusalOf(state: ServerState, limits: Limits, { raw, routeOptions }: FastifyRequest): Problem | null {
  const framing = framingFault(raw.rawHeaders, raw.httpVersion);
  if (framing !== null || routeOptions.config.probe) return framing;
  if (state.stopping) return unavailable('The service is stopping.');
  return state.inFlight > limits.inFlight ? unavailable('The service is overloaded.') : null;
}

/** Counts a request until its answer is sent or its caller has gone. */
function enter(state: ServerState, request: FastifyRequest, response: ServerResponse): void {
  state.inFlight++;
  response.once('close', () => {
    state.inFlight--;
    request.isOver = true;
    endBody(request);
  });
}

/** One line a request: its route, never its URL, which may quote what people typed. */
function noteRequest({ metrics, log }: Reporting, request: FastifyRequest, reply: FastifyReply): void {
  const { url: route = 'unmatched', config } = request.routeOptions;
  const { elapsedTime } = reply;
  metrics.observe(request.method, route, reply.statusCode, elapsedTime / 1_000);
  if (config?.probe && reply.statusCode < 500) return; // probes come every few seconds
  log.info(
    {
      request_id: request.id,
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

/** Requests that a proxy in front might read otherwise than we do: refused, and the connection closed. */
function framingFault(rawHeaders: readonly string[], httpVersion: string): Problem | null {
  // Node keeps the first thousand fields and drops the others in silence.
  if (rawHeaders.length > 2 * MOST_HEADER_FIELDS) return tooManyFields();
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]?.toLowerCase();
    if (name === 'host') hosts++;
    if (name === 'transfer-encoding' && rawHeaders[n + 1]?.trim().toLowerCase() !== 'chunked') return ambiguous();
  }
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1') ? ambiguous() : null;
}

const MOST_HEADER_FIELDS = 500;

const tooManyFields = () =>
  new Problem('headers_too_large', {
    detail: `A request may have ${MOST_HEADER_FIELDS} header fields at most.`,
    headers: { connection: 'close' },
  });

const ambiguous = () =>
  new Problem('malformed_request', {
    detail: 'The request must have one Host header, and no Transfer-Encoding other than chunked.',
    headers: { connection: 'close' },
  });

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers while the service is stopping or overloaded, too. */
    probe?: boolean;
  }
}
