import type { FastifyInstance } from 'fastify';
import type { Recognized } from './access/token-store.ts';
import { addConsole } from './console/pages.ts';
import { describeLeadline } from './description.ts';
import { addFormPages } from './forms/pages.ts';
import { addDocumentation } from './http/documentation.ts';
import { mountOperations, type OperationRequest } from './http/mount.ts';
import { addProbes } from './http/probes.ts';
import { isPublic } from './http/public-operation.ts';
import { createServer, type ServerState } from './http/server.ts';
import { addMcp } from './mcp/endpoint.ts';
import type { Context, Operation } from './operation.ts';
import { operationsOf } from './operations.ts';
import { addOidcPages } from './organization/sign-in/oidc/pages.ts';
import type { Parts } from './parts.ts';
import type { Settings } from './settings/snapshot.ts';
import type { SettingsStore } from './settings/store.ts';
import { currentTraceparent } from './tracing/tracer.ts';

export interface App {
  http: FastifyInstance;
  state: ServerState;
}

interface AppOptions {
  trustProxy?: number | 'off';
  /** Whether there is an endpoint for assistants. */
  mcp?: 'on' | 'off';
}

/** The whole HTTP application, every registration in order. It opens nothing and listens nowhere by itself. */
export function buildApp(parts: Parts, { trustProxy = 'off', mcp = 'off' }: AppOptions = {}): App {
  const { database, keys, tokens, settings, rateLimits, settingsChanged, urls, traffic } = parts;
  const { app, state } = createServer(parts, trustProxy);
  addProbes(app, database, state);
  addDocumentation(app, urls, () => describeLeadline(urls.publicUrl));
  const options = {
    database,
    cursorKey: keys.cursor,
    load: state,
    recognize: (token: string) => tokens.recognize(token),
    recognizeSession: (session: string) => tokens.recognizeSession(session),
    urls,
    limits: rateLimits,
    contextOf: (caller: Recognized, request: Asked) => {
      traffic.note();
      return contextOf(settings, caller, request);
    },
    settingsChanged,
  };
  const operations = operationsOf(parts);
  mountOperations(app, options, operations);
  addFormPages(app, parts);
  addOidcPages(app, parts);
  addConsole(app, parts);
  if (mcp === 'on') {
    const own = operations.filter((operation) => !isPublic(operation)) as Operation[];
    app.register((app) => addMcp(app, { ...options, reporting: parts }, own));
  }
  return { http: app, state };
}

type Asked = Pick<OperationRequest, 'id' | 'address'>;

/** What the call of a recognized caller is made with. */
function contextOf(
  store: SettingsStore,
  { actor, settingsVersion }: Recognized,
  { id: requestId, address }: Asked,
): Context | Promise<Context> {
  const { organizationId, tokenId, membershipId } = actor;
  const author = {
    organizationId,
    tokenId,
    membershipId,
    formId: null,
    requestId,
    address,
    traceparent: currentTraceparent(),
  };
  const contextWith = (settings: Settings): Context => ({
    actor,
    author,
    settings,
    currentSettings: (sql) => store.current(organizationId, sql),
  });
  const settings = store.get(organizationId, settingsVersion);
  return settings instanceof Promise ? settings.then(contextWith) : contextWith(settings);
}
