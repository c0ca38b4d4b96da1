import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

/** One variable of the environment: how it is read, and the words of the README's table. */
interface Setting<T> {
  variable: string;
  fallback: string | null;
  meaning: string;
  read: (text: string) => T;
}

class BadValue extends Error {}

/** A setting that stops the start; its message is the one sentence that the operator sees. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const setting = <T>(
  variable: string,
  fallback: string | null,
  meaning: string,
  read: (text: string) => T,
): Setting<T> => ({ variable, fallback, meaning, read });

export const settings = {
  port: setting('PORT', '8080', 'Port of the API; `0` takes a free one', wholeNumber(0, 65_535)),
  host: setting('HOST', '127.0.0.1', 'Address to listen on; `0.0.0.0` for every IPv4 interface', hostName),
  dataDirectory: setting('LEADLINE_DATA', './.leadline', 'Directory of the embedded PostgreSQL', directory),
  databaseUrl: setting(
    'DATABASE_URL',
    null,
    'An existing PostgreSQL (15 or newer) to use instead of the embedded one',
    postgresUrl,
  ),
  reportsUrl: setting(
    'DATABASE_REPORTS_URL',
    null,
    'A PostgreSQL to read reports from, such as a replica; the same one as for everything else unless set',
    postgresUrl,
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    null,
    'Address at which callers reach the service, put into the API description, form links and problem types',
    httpUrl,
  ),
  docsUrl: setting(
    'DOCS_URL',
    null,
    'Address before `/api/problems/<code>` in problem types, if not `PUBLIC_URL`',
    httpUrl,
  ),
  rateLimit: setting(
    'LEADLINE_RATE_LIMIT',
    '6000',
    'Requests a minute and token; `off` for none, and none by address either',
    orOff(wholeNumber(1, 10_000_000)),
  ),
  demo: setting(
    'LEADLINE_DEMO',
    null,
    'Whether the first run makes a demo organization: `on` or `off`; unless set, only without `DATABASE_URL`',
    oneOf(['on', 'off'] as const),
  ),
  logLevel: setting('LOG_LEVEL', 'info', `Least level to log: ${LOG_LEVELS.join(', ')}`, oneOf(LOG_LEVELS)),
  metricsPort: setting(
    'LEADLINE_METRICS_PORT',
    'off',
    'Port of `GET /metrics` (Prometheus) on `HOST`; `off` for none',
    orOff(wholeNumber(0, 65_535)),
  ),
  processes: setting(
    'LEADLINE_PROCESSES',
    '1',
    'Processes that serve behind the one port; `auto` for as many as there are cores',
    processCount,
  ),
  poolSize: setting('LEADLINE_POOL', '10', 'Database connections of each process for requests', wholeNumber(2, 500)),
  trustProxy: setting(
    'LEADLINE_TRUST_PROXY',
    'off',
    'Reverse proxies in front (their number), whose `X-Forwarded-For` is believed; `off` for none',
    orOff(wholeNumber(1, 10)),
  ),
} as const;

/** Of the `leadline lead` commands, which call the API as any client does. */
export const clientSettings = {
  url: setting('LEADLINE_URL', 'http://127.0.0.1:8080', 'Address of the service', httpUrl),
  token: setting('LEADLINE_TOKEN', null, 'Token to call it with', (text) => text),
} as const;

export interface ClientConfig {
  readonly url: string;
  readonly token: string | null;
}

type Read<S> = S extends Setting<infer T> ? T : never;
type Optional = 'demo' | 'databaseUrl' | 'reportsUrl' | 'publicUrl' | 'docsUrl';
export type Config = {
  readonly [K in keyof typeof settings]: K extends Optional
    ? Read<(typeof settings)[K]> | null
    : Read<(typeof settings)[K]>;
};

/** The only reader of the environment. An empty variable counts as not set, as in shells and compose files. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  return readSettings(settings, environment) as Config;
}

export function readClientConfig(environment: NodeJS.ProcessEnv = process.env): ClientConfig {
  return readSettings(clientSettings, environment) as unknown as ClientConfig;
}

function readSettings(settings: Record<string, Setting<unknown>>, environment: NodeJS.ProcessEnv) {
  const values: Record<string, unknown> = {};
  for (const [name, { variable, fallback, read }] of Object.entries(settings)) {
    const text = environment[variable]?.trim() || fallback;
    try {
      values[name] = text === null ? null : read(text);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      const shown = variable.startsWith('DATABASE_') || variable === 'LEADLINE_TOKEN' ? '' : ` "${text}"`; // secrets
      throw new ConfigError(`The value${shown} of ${variable} ${error.message}.`);
    }
  }
  return values;
}

function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most)) throw new BadValue(`must be a whole number from ${least} to ${most}`);
    return number;
  };
}

function orWord<const W extends string, T>(word: W, read: (text: string) => T) {
  return (text: string): T | W => {
    if (text === word) return word;
    try {
      return read(text);
    } catch (error) {
      throw error instanceof BadValue ? new BadValue(`${error.message}, or ${word}`) : error;
    }
  };
}

function orOff<T>(read: (text: string) => T) {
  return orWord('off', read);
}

const MOST_PROCESSES = 64;

function processCount(text: string): number {
  const count = orWord('auto', wholeNumber(1, MOST_PROCESSES))(text);
  return count === 'auto' ? Math.min(availableParallelism(), MOST_PROCESSES) : count;
}

function oneOf<const T extends readonly string[]>(allowed: T) {
  return (text: string): T[number] => {
    if (!allowed.includes(text)) throw new BadValue(`must be one of ${allowed.join(', ')}`);
    return text;
  };
}

function hostName(text: string): string {
  if (isIP(text) === 0 && !/^[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(text)) {
    throw new BadValue('must be an IP address or a host name');
  }
  return text;
}

function directory(text: string): string {
  if (text.includes('\0')) throw new BadValue('must be a path');
  return resolve(text);
}

function parseUrl(text: string, protocols: readonly string[], expected: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !protocols.includes(url.protocol)) throw new BadValue(`must be ${expected}`);
  return url;
}

function postgresUrl(text: string): string {
  parseUrl(text, ['postgres:', 'postgresql:'], 'a URL such as postgres://user:password@host:5432/database');
  return text;
}

function httpUrl(text: string): string {
  const url = parseUrl(text, ['http:', 'https:'], 'an address such as https://leads.example.in');
  if (url.search !== '' || url.hash !== '') throw new BadValue('must have no query and no fragment');
  return text.replace(/\/+$/, '');
}
