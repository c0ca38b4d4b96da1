import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from './generated/api.ts';
import { postsWithoutKey } from './generated/facts.ts';
import { retryingFetch, type TransportOptions } from './retry.ts';

export interface ClientOptions extends TransportOptions {
  /** Address of the service, such as https://leads.example.in. */
  baseUrl: string;
  /** Token of the caller (ldl_…); null in a page of the service itself, where the session's cookie says who calls. */
  token: string | null;
}

/** Every operation of the API, typed by its description: `api.GET('/api/v1/me')`. Resolves to `data` or `error`. */
export type Api = Client<paths>;

export function createApi({ baseUrl, token, ...transport }: ClientOptions): Api {
  const api = createFetchClient<paths>({
    baseUrl,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), accept: 'application/json' },
    // The API never redirects, and a redirected POST would become a GET.
    redirect: 'error',
    querySerializer: serialize,
    fetch: retryingFetch(transport),
  });
  api.use(soundPaths, idempotencyKeys);
  return api;
}

/** Without an id, or with one that a URL takes for a step up, the path would be another one, such as that of the list. */
const soundPaths: Middleware = {
  onRequest({ params: { path = {} } }) {
    for (const [name, value] of Object.entries(path)) {
      if (/^\.{0,2}$/.test(String(value ?? '')))
        throw new TypeError(`${name} is ${JSON.stringify(value)}, which is no id.`);
    }
  },
};

/** A POST is sent under a key, so that its retry gets the first answer again. */
const idempotencyKeys: Middleware = {
  onRequest({ request, schemaPath }) {
    if (request.method !== 'POST' || request.headers.has('idempotency-key')) return;
    if (!postsWithoutKey.includes(schemaPath)) request.headers.set('idempotency-key', crypto.randomUUID());
  },
};

/** Names are encoded, too: `mapping[…]` holds what a column of a file is called. */
function serialize(query: Record<string, unknown>): string {
  const written = new URLSearchParams();
  const add = (name: string, value: unknown) => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'object' || Array.isArray(value)) return written.set(name, String(value));
    for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  return written.toString();
}
