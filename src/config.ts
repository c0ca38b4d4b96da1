import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { OperatorError } from './operator-error.ts';

/** One variable of the environment and how it is read; the README's table says what it means. */
interface Setting<T, Fallback extends string | null> {
  variable: string;
  fallback: Fallback;
  read: (text: string) => T;
}

class BadValue extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

const setting = <T, Fallback extends string | null>(
  variable: string,
  fallback: Fallback,
  read: (text: string) => T,
): Setting<T, Fallback> => ({ variable, fallback, read });

export const settings = {
  port: setting('PORT', '8080', wholeNumber(0, 65_535)),
  host: setting('HOST', '127.0.0.1', hostName),
  dataDirectory: setting('LEADLINE_DATA', './.leadline', directory),
  databaseUrl: setting('DATABASE_URL', null, postgresUrl),
  reportsUrl: setting('DATABASE_REPORTS_URL', null, postgresUrl),
  reportsFallback: setting('LEADLINE_REPORTS_FALLBACK', 'off', oneOf(['off', 'primary'] as const)),
  reportsMaxLag: setting('LEADLINE_REPORTS_MAX_LAG', 'off', orWord('off', wholeNumber(1, 86_400))),
  publicUrl: setting('PUBLIC_URL', null, httpUrl),
  docsUrl: setting('DOCS_URL', null, httpUrl),
  rateLimit: setting('LEADLINE_RATE_LIMIT', '6000', orWord('off', wholeNumber(1, 10_000_000))),
  demo: setting('LEADLINE_DEMO', null, oneOf(['on', 'off'] as const)),
  logLevel: setting('LOG_LEVEL', 'info', oneOf(LOG_LEVELS)),
  metricsPort: setting('LEADLINE_METRICS_PORT', 'off', orWord('off', wholeNumber(0, 65_535))),
  processes: setting('LEADLINE_PROCESSES', '1', processCount),
  poolSize: setting('LEADLINE_POOL', '10', wholeNumber(2, 500)),
  drainSeconds: setting('LEADLINE_DRAIN_SECONDS', '0', wholeNumber(0, 600)),
  retentionLostMonths: setting('LEADLINE_RETENTION_LOST_MONTHS', 'off', orWord('off', wholeNumber(1, 1_200))),
  eventsDays: setting('LEADLINE_EVENTS_DAYS', '30', wholeNumber(1, 3_650)),
  mcp: setting('LEADLINE_MCP', 'off', oneOf(['on', 'off'] as const)),
  webhookNetworks: setting('LEADLINE_WEBHOOK_NETWORKS', '', networks),
  oidcIssuer: setting('LEADLINE_OIDC_ISSUER', null, issuerUrl),
  oidcClientId: setting('LEADLINE_OIDC_CLIENT_ID', null, (text) => text),
  oidcClientSecret: setting('LEADLINE_OIDC_CLIENT_SECRET', null, (text) => text),
  trustProxy: setting('LEADLINE_TRUST_PROXY', 'off', orWord('off', wholeNumber(1, 10))),
  tracesEndpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', null, collectorUrl),
  tracesSampler: setting('OTEL_TRACES_SAMPLER', 'parentbased_always_on', oneOf(SAMPLERS)),
  tracesSamplerArg: setting('OTEL_TRACES_SAMPLER_ARG', '1', share),
} as const;

/** Of the `leadline lead` commands, which call the API as any client does. */
const clientSettings = {
  url: setting('LEADLINE_URL', 'http://127.0.0.1:8080', httpUrl),
  token: setting('LEADLINE_TOKEN', null, (text) => text),
} as const;

type ValueOf<S> = S extends Setting<infer T, infer Fallback> ? T | Extract<Fallback, null> : never;
type ConfigOf<Settings> = { readonly [K in keyof Settings]: ValueOf<Settings[K]> };
export type Config = ConfigOf<typeof settings>;

export function readConfig(environment = process.env): Config {
  const config = readSettings(settings, environment);
  readOidc(config);
  return config;
}

/** The identity provider; null where none is set up. */
export function readOidc({ oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret }: Config) {
  if (issuer !== null && clientId !== null && clientSecret !== null) return { issuer, clientId, clientSecret };
  if (issuer === null && clientId === null && clientSecret === null) return null;
  throw new OperatorError(
    'LEADLINE_OIDC_ISSUER, LEADLINE_OIDC_CLIENT_ID and LEADLINE_OIDC_CLIENT_SECRET must be set together, or none of them.',
  );
}

export const readClientConfig = (): ConfigOf<typeof clientSettings> => readSettings(clientSettings, process.env);

/** Where the service that listens there is reached from this machine. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Their values may hold a password. */
const SECRETS = /^(DATABASE_|LEADLINE_TOKEN$|LEADLINE_OIDC_CLIENT_SECRET$|OTEL_EXPORTER_OTLP_ENDPOINT$)/;

/** The only reader of the environment. An empty variable counts as not set, as in shells and compose files. */
function readSettings<Settings extends Record<string, Setting<unknown, string | null>>>(
  settings: Settings,
  environment: NodeJS.ProcessEnv,
): ConfigOf<Settings> {
  const values: Record<string, unknown> = {};
  for (const [name, { variable, fallback, read }] of Object.entries(settings)) {
    const text = environment[variable]?.trim() || fallback;
    try {
      values[name] = text === null ? null : read(text);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      const shown = SECRETS.test(variable) ? '' : ` "${text}"`;
      throw new OperatorError(`The value${shown} of ${variable} ${error.message}.`);
    }
  }
  return values as ConfigOf<Settings>;
}

function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most)) throw new BadValue(`must be a whole number from ${least} to ${most}`);
    return number;
  };
}

function share(text: string): number {
  const number = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= 0 && number <= 1)) throw new BadValue('must be a number from 0 to 1');
  return number;
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

/** In CIDR notation, separated by commas. */
function networks(text: string): readonly string[] {
  const list = text === '' ? [] : text.split(',').map((network) => network.trim());
  const isNetwork = (network: string) => isIP(network.split('/', 1)[0] ?? '') !== 0 && ipaddr.isValidCIDR(network);
  if (list.every(isNetwork)) return list;
  throw new BadValue('must be networks such as 10.0.0.0/8,fd00::/8, separated by commas');
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
  parseUrl(
    text,
    ['postgres:', 'postgresql:'],
    'a URL such as postgres://user:password@host:5432/database, with # in the password written as %23, and / as %2F',
  );
  return text;
}

function httpUrl(text: string): string {
  return baseUrl(text, 'https://leads.example.in');
}

/** Over plain http only on this machine: what comes from there decides who is let in. */
function issuerUrl(text: string): string {
  const url = new URL(baseUrl(text, 'https://login.example.in'));
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) throw new BadValue('must be an https address');
  return text;
}

function collectorUrl(text: string): string {
  return baseUrl(text, 'http://127.0.0.1:4318');
}

function baseUrl(text: string, example: string): string {
  const url = parseUrl(text, ['http:', 'https:'], `an address such as ${example}`);
  if (url.search !== '' || url.hash !== '') throw new BadValue('must have no query and no fragment');
  return text.replace(/\/+$/, '');
}
