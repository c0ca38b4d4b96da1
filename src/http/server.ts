import type { ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Problem, unavailable } from '../problems.ts';
import type { Services } from '../services.ts';
import { addBodyParsers } from './body-parser.ts';
import { createClientErrorHandler } from './client-errors.ts';
import { addProblemHandler, sendProblem, toProblem } from './problem-handler.ts';
import { parseQuery } from './query-string.ts';
import { requestIdOf } from './request-id.ts';
import { addUnmatchedHandler } from './unmatched.ts';

export interface ServerState {
  /** Set when the service begins to stop: from then on requests get 503. */
  stopping: boolean;
  inFlight: number;
}

/** A server that answers every error as a problem document, bounds what a caller can hold on to, and knows no features. */
export function createServer(
  services: Services,
  trustProxy: number | 'off',
): { app: FastifyInstance; state: ServerState } {
  const { limits } = services;
  const state: ServerState = { stopping: false, inFlight: 0 };
  const app = Fastify({
    loggerInstance: services.log,
    // One line a request is written below.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
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
    routerOptions: { querystringParser: parseQuery, maxParamLength: limits.headerBytes },
    clientErrorHandler: createClientErrorHandler(services),
    // An address that cannot be decoded reaches no hook: what the hooks below do is done here.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
      const framing = framingFault(request.raw.rawHeaders, request.raw.httpVersion);
      reply.raw.once('finish', () => noteRequest(services, request, reply));
      sendProblem(framing ?? toProblem(error), error, request, reply, services);
    },
  }) as unknown as FastifyInstance;
  // An expectation that we do not know is ignored, as RFC 9110 allows, rather than refused without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.decorateRequest('caller', null);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    enter(state, reply.raw);
    const framing = framingFault(request.raw.rawHeaders, request.raw.httpVersion);
    if (framing !== null) throw framing;
    if (request.routeOptions.config.probe) return;
    if (state.stopping) throw unavailable('The service is stopping.');
    if (state.inFlight > limits.inFlight) throw unavailable('The service is overloaded.');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (state.stopping) reply.header('connection', 'close'); // else the stop waits for callers to hang up
  });
  app.addHook('onResponse', async (request, reply) => noteRequest(services, request, reply));

  addBodyParsers(app);
  addProblemHandler(app, services);
  addUnmatchedHandler(app);
  return { app, state };
}

/** Counts a request until its answer is sent or its caller has gone, whichever comes first. */
function enter(state: ServerState, response: ServerResponse): void {
  state.inFlight++;
  let left = false;
  const leave = () => {
    if (!left) state.inFlight--;
    left = true;
  };
  response.once('finish', leave).once('close', leave);
}

/** One line a request: its route, never its address, which may quote what people typed. */
function noteRequest({ metrics, log }: Services, request: FastifyRequest, reply: FastifyReply): void {
  const { url: route = 'unmatched', config } = request.routeOptions;
  metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1_000);
  if (config?.probe && reply.statusCode < 500) return; // probes come every few seconds
  log.info(
    {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.caller && { token: request.caller.actor.tokenPublicId }),
    },
    'request',
  );
}

/** Requests that a proxy in front might read otherwise than we do: refused, and the connection closed. */
function framingFault(rawHeaders: readonly string[], httpVersion: string): Problem | null {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]?.toLowerCase();
    if (name === 'host') hosts++;
    if (name === 'transfer-encoding' && rawHeaders[n + 1]?.trim().toLowerCase() !== 'chunked') return ambiguous();
  }
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1') ? ambiguous() : null;
}

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
