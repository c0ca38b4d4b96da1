import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Recognized } from './access/token-store.ts';
import { describeLeadline } from './description.ts';
import { addFormPages } from './forms/pages.ts';
import { addDocumentation } from './http/documentation.ts';
import { mountOperations } from './http/mount.ts';
import { addProbes } from './http/probes.ts';
import { createServer, type ServerState } from './http/server.ts';
import type { Context } from './operation.ts';
import { operationsOf } from './operations.ts';
import type { Parts } from './parts.ts';
import type { Settings } from './settings/snapshot.ts';
import type { SettingsStore } from './settings/store.ts';

export interface App {
  http: FastifyInstance;
  state: ServerState;
}

/** The whole HTTP application, every registration in order. It opens nothing and listens nowhere by itself. */
export function buildApp(parts: Parts, { trustProxy = 'off' }: { trustProxy?: number | 'off' } = {}): App {
  const { database, keys, tokens, settings, rateLimits, settingsChanged, urls } = parts;
  const { app, state } = createServer(parts, trustProxy);
  addProbes(app, database, state);
  addDocumentation(app, urls, () => describeLeadline(urls.publicUrl));
  const options = {
    database,
    cursorKey: keys.cursor,
    recognize: (token: string) => tokens.recognize(token),
    limits: rateLimits,
    contextOf: (caller: Recognized, request: FastifyRequest) => contextOf(settings, caller, request),
    settingsChanged,
  };
  mountOperations(app, options, operationsOf(parts));
  addFormPages(app, parts);
  return { http: app, state };
}

/** What the call of a recognized caller is made with. */
function contextOf(
  store: SettingsStore,
  { actor, settingsVersion }: Recognized,
  { id: requestId, address }: FastifyRequest,
): Context | Promise<Context> {
  const { organizationId, tokenId, membershipId } = actor;
  const author = { organizationId, tokenId, membershipId, formId: null, requestId, address };
  const contextWith = (settings: Settings): Context => ({
    actor,
    author,
    settings,
    currentSettings: (sql) => store.current(organizationId, sql),
  });
  const settings = store.get(organizationId, settingsVersion);
  return settings instanceof Promise ? settings.then(contextWith) : contextWith(settings);
}
