import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig, settings } from '../src/config.ts';
import { OperatorError } from '../src/operator-error.ts';

/** The rows of README's table: | `VAR` | default | meaning | */
async function documentedSettings(): Promise<Map<string, string>> {
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| *`([A-Z][A-Z_]+)` *\|((?:[^|\\]|\\.)*)\|(?:[^|\\]|\\.)*\| *$/gm);
  return new Map([...rows].map(([, variable = '', fallback = '']) => [variable, fallback.trim().replaceAll('`', '')]));
}

it('README lists every variable that is read, each once, and no other', async () => {
  const variables = Object.values(settings).map(({ variable }) => variable);
  expect([...(await documentedSettings()).keys()].sort()).toEqual([...variables].sort());
});

it('README tells each variable’s default', async () => {
  const documented = await documentedSettings();
  for (const { variable, fallback } of Object.values(settings)) {
    if (fallback === null) expect(documented.get(variable), variable).toMatch(/^(none|not set|–|—|-|)$/);
    else expect(documented.get(variable), variable).toBe(fallback);
  }
});

it('the contract’s defaults hold where nothing is set', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDirectory: resolve('.leadline'),
    databaseUrl: null,
    reportsUrl: null,
    reportsFallback: 'off',
    reportsMaxLag: 'off',
    publicUrl: null,
    docsUrl: null,
    rateLimit: 6000,
    demo: null,
    logLevel: 'info',
    metricsPort: 'off',
    processes: 1,
    poolSize: 10,
    drainSeconds: 0,
    retentionLostMonths: 'off',
    eventsDays: 30,
    mcp: 'off',
    webhookNetworks: [],
    oidcIssuer: null,
    oidcClientId: null,
    oidcClientSecret: null,
    trustProxy: 'off',
    tracesEndpoint: null,
    tracesSampler: 'parentbased_always_on',
    tracesSamplerArg: 1,
  });
});

it('an empty variable counts as not set, and blanks around a value do not count', () => {
  expect(readConfig({ PORT: '', HOST: '  ', LEADLINE_RATE_LIMIT: ' off ', DATABASE_URL: '' })).toEqual({
    ...readConfig({}),
    rateLimit: 'off',
  });
});

it.each([
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{ HOST: 'localhost' }, { host: 'localhost' }],
  [{ PUBLIC_URL: 'https://leads.example.in/base/' }, { publicUrl: 'https://leads.example.in/base' }],
  [{ DATABASE_URL: 'postgresql://u:p@h/d?sslmode=require' }, { databaseUrl: 'postgresql://u:p@h/d?sslmode=require' }],
  [{ LEADLINE_METRICS_PORT: '9100' }, { metricsPort: 9_100 }],
  [{ LEADLINE_PROCESSES: '4' }, { processes: 4 }],
  [{ LEADLINE_DRAIN_SECONDS: '5' }, { drainSeconds: 5 }],
  [{ LEADLINE_WEBHOOK_NETWORKS: '10.0.0.0/8, fd00::/8' }, { webhookNetworks: ['10.0.0.0/8', 'fd00::/8'] }],
  [{ LEADLINE_RETENTION_LOST_MONTHS: '24' }, { retentionLostMonths: 24 }],
  [{ LEADLINE_EVENTS_DAYS: '90' }, { eventsDays: 90 }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }, { tracesEndpoint: 'http://127.0.0.1:4318' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example/base' }, { tracesEndpoint: 'https://otel.example/base' }],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, { tracesSampler: 'traceidratio' }],
  [{ OTEL_TRACES_SAMPLER_ARG: '0.25' }, { tracesSamplerArg: 0.25 }],
  [{ LEADLINE_PROCESSES: 'auto' }, { processes: availableParallelism() }],
])('%j is taken', (environment, expected) => {
  expect(readConfig(environment)).toEqual({ ...readConfig({}), ...expected });
});

it('a password with a special character is told how to be written', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://leadline:p#w@db/leadline' })).toThrow(/# .* written as %23/);
  expect(() => readConfig({ DATABASE_URL: 'postgres://leadline:p%23w@db/leadline' })).not.toThrow();
});

it.each(
  Object.entries({
    PORT: ['abc', '70000', '-1', '8e3', '0x50', '80 81', '१२'],
    HOST: ['not a host!', 'a_b', '-x', 'http://x'],
    DATABASE_URL: ['mysql://x', 'x', 'postgres'],
    PUBLIC_URL: ['ftp://x', 'leads.example.in', 'https://x?y', 'https://x#y'],
    DOCS_URL: ['file:///x'],
    LEADLINE_RATE_LIMIT: ['-1', '0', 'Off', '1.5', 'Infinity'],
    LEADLINE_MCP: ['yes', 'ON', '1'],
    LEADLINE_DEMO: ['maybe', 'true', 'OFF'],
    LOG_LEVEL: ['loud', 'INFO'],
    LEADLINE_METRICS_PORT: ['x', '65536'],
    LEADLINE_PROCESSES: ['0', '65', 'Auto', '2.5', 'off'],
    LEADLINE_POOL: ['1', '501'],
    LEADLINE_DRAIN_SECONDS: ['-1', '601', '1.5', 'off'],
    LEADLINE_RETENTION_LOST_MONTHS: ['0', '1201', 'Off', '1.5', 'never'],
    LEADLINE_TRUST_PROXY: ['0', 'all'],
    LEADLINE_WEBHOOK_NETWORKS: [
      '10.0.0.1',
      '10.0.0.0/33',
      '010.0.0.0/8',
      'localhost/8',
      '10.0.0.0/8,',
      '*',
      'fd00::/129',
    ],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['127.0.0.1:4318', 'grpc://127.0.0.1:4317', 'collector', 'http://x?y'],
    OTEL_TRACES_SAMPLER: ['sometimes', 'jaeger_remote'],
    OTEL_TRACES_SAMPLER_ARG: ['1.5', '-1', 'half', '1e-3'],
  }).flatMap(([variable, values]) => values.map((value) => [variable, value] as const)),
)('%s=%s is refused in one sentence', (variable, value) => {
  const read = () => readConfig({ [variable]: value });
  expect(read).toThrow(OperatorError);
  expect(read).toThrow(new RegExp(`^The value.* of ${variable} must .*[^.]\\.$`));
});

const provider = {
  LEADLINE_OIDC_ISSUER: 'https://login.example.in/realm/',
  LEADLINE_OIDC_CLIENT_ID: 'leadline',
  LEADLINE_OIDC_CLIENT_SECRET: 's',
};

it('an identity provider is named as it spells itself, over https or on this machine', () => {
  expect(readConfig(provider).oidcIssuer).toBe('https://login.example.in/realm/');
  for (const issuer of ['http://127.0.0.1:9000', 'http://localhost', 'http://[::1]:80']) {
    expect(readConfig({ ...provider, LEADLINE_OIDC_ISSUER: issuer }).oidcIssuer).toBe(issuer);
  }
  for (const issuer of ['http://login.example.in', 'login.example.in', 'https://login.example.in?x=1', 'ftp://x']) {
    expect(() => readConfig({ ...provider, LEADLINE_OIDC_ISSUER: issuer })).toThrow(/LEADLINE_OIDC_ISSUER/);
  }
});

it.each(Object.keys(provider))('an identity provider without %s stops the start', (variable) => {
  expect(() => readConfig({ ...provider, [variable]: '' })).toThrow(OperatorError);
});
