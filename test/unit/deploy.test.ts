import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../src/config.ts';

const read = (path: string) => readFileSync(path, 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: manifests are read freely
const documents = (path: string): any[] =>
  parseAllDocuments(read(path)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });

const manifest = JSON.parse(read('package.json'));
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const [compose] = documents('compose.yaml');
const [deployment, service, budget] = documents('deploy/kubernetes/leadline.yaml');
const [migration] = documents('deploy/kubernetes/migrate.yaml');
const [configMap, secret] = documents('deploy/kubernetes/settings.yaml');
const unit = read('deploy/leadline.service');

const pods = [deployment, migration].map((owner) => owner.spec.template.spec);
const container = pods[0].containers[0];
const variables = new Set<string>(Object.values(settings).map(({ variable }) => variable));

/** The last value of an instruction of the Dockerfile, which is that of the image. */
const inDockerfile = (instruction: string) =>
  [...dockerfile.matchAll(new RegExp(`^${instruction} +(.+)$`, 'gm'))].at(-1)?.[1]?.trim();
const inUnit = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value ?? '');
const assignments = (text = '') =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));

const image = assignments(inDockerfile('ENV'));
const underSystemd = assignments(inUnit('Environment')[0]);
/** What a stop may take: 10 s for requests, 10 s to close, 20 s for the embedded PostgreSQL. */
const STOP_S = 40;

it('every way to run the service gives Node.js the flags of `npm start`', () => {
  const flags = '--max-semi-space-size=8 --single-threaded-gc --no-allocation-site-pretenuring';
  const [shell, exec] = read('bin/leadline.js').split('\n');
  expect(shell).toBe('#!/bin/sh');
  expect(exec).toBe(`//usr/bin/env true; exec node ${flags} "$0" "$@"`);
  expect(manifest.bin).toEqual({ leadline: 'bin/leadline.js' });
  expect(manifest.scripts.start).toBe('exec sh bin/leadline.js start');
  expect(dockerfile).toContain('ln -s /opt/leadline/bin/leadline.js /usr/local/bin/leadline');
  expect([inDockerfile('ENTRYPOINT'), inDockerfile('CMD')]).toEqual(['["leadline"]', '["start"]']);
  expect(inUnit('ExecStart')).toEqual(['/opt/leadline/node_modules/.bin/leadline start']);
  expect(container).toMatchObject({ args: ['start'] });
  expect(container.command).toBeUndefined();
});

it('the manifests name the version of the package', () => {
  for (const { containers } of pods) expect(containers[0].image).toBe(`leadline:${manifest.version}`);
});

it('every variable they set is one that the service reads', () => {
  const named = [image, underSystemd, compose.services.leadline.environment, configMap.data, secret.stringData];
  const names = named.flatMap((one) => Object.keys(one)).filter((name) => name !== 'NODE_ENV');
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !variables.has(name))).toEqual([]);
  for (const one of [image, underSystemd]) {
    expect(one).toMatchObject({ NODE_ENV: 'production', LEADLINE_DEMO: 'off', PORT: settings.port.fallback });
  }
  expect(image.HOST).toBe('0.0.0.0');
});

it('ports agree, and only the machine itself reaches the port of the composed service', () => {
  expect(inDockerfile('EXPOSE')).toBe(image.PORT);
  expect(container.ports).toEqual([{ name: 'http', containerPort: Number(image.PORT) }]);
  expect(service.spec.ports[0].targetPort).toBe('http');
  expect(compose.services.leadline.ports).toEqual([`127.0.0.1:${image.PORT}:${image.PORT}`]);
});

it('probes ask what exists: alive decides on restarts, ready on traffic', () => {
  const probes = read('src/http/probes.ts');
  const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => {
    expect(container[probe].httpGet.port).toBe('http');
    return container[probe].httpGet.path;
  });
  expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
  for (const path of paths) expect(probes).toContain(`app.get('${path}'`);
  expect(dockerfile).toMatch(/^HEALTHCHECK .*\/healthz/m);
});

it('the selectors of the Service and of the budget find the pods of the Deployment', () => {
  const { labels } = deployment.spec.template.metadata;
  for (const { matchLabels } of [deployment.spec.selector, budget.spec.selector]) expect(labels).toEqual(matchLabels);
  expect(service.spec.selector).toEqual(labels);
  expect(migration.spec.template.metadata.labels).not.toEqual(labels);
  expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas);
  for (const { containers } of pods) {
    expect(containers[0].envFrom).toEqual([
      { configMapRef: { name: configMap.metadata.name } },
      { secretRef: { name: secret.metadata.name } },
    ]);
  }
});

it('nothing runs as root, and nothing but the data is writable', () => {
  const [user, group] = (inDockerfile('USER') ?? '').split(':').map(Number);
  expect(user).toBeGreaterThan(0);
  for (const { securityContext, containers, ...pod } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: user, runAsGroup: group });
    expect(securityContext.seccompProfile).toEqual({ type: 'RuntimeDefault' });
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(pod.volumes).toBeUndefined();
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(containers[0].resources.limits.memory).toBeDefined();
  }
  expect(compose.services.leadline).toMatchObject({
    init: true,
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(inUnit('User')).toEqual(['leadline']);
  expect([...inUnit('ProtectSystem'), ...inUnit('NoNewPrivileges')]).toEqual(['strict', 'yes']);
  expect(inUnit('MemoryDenyWriteExecute'), 'V8 could not compile').toEqual([]);
});

it('the data is where it is kept', () => {
  expect(inDockerfile('VOLUME')).toBe(image.LEADLINE_DATA);
  expect(dockerfile).toContain(`install -d -o 1000 -g 1000 -m 0700 ${image.LEADLINE_DATA}`);
  expect(`/var/lib/${inUnit('StateDirectory')[0]}`).toBe(underSystemd.LEADLINE_DATA);
  expect(inUnit('StateDirectoryMode')).toEqual(['0700']);
});

it('a stop gets its time, and its signal reaches the service alone', () => {
  const { terminationGracePeriodSeconds, containers } = pods[0];
  const drain = containers[0].env.find(({ name }: { name: string }) => name === 'LEADLINE_DRAIN_SECONDS');
  const pause = Number(drain.value);
  expect(pause).toBeGreaterThan(0);
  expect(terminationGracePeriodSeconds - pause).toBeGreaterThan(STOP_S);
  expect(Number.parseInt(compose.services.leadline.stop_grace_period, 10)).toBeGreaterThan(STOP_S);
  expect(Number(inUnit('TimeoutStopSec')[0])).toBeGreaterThan(STOP_S);
  expect(inUnit('KillMode')).toEqual(['mixed']);
  expect(inDockerfile('STOPSIGNAL')).toBe('SIGTERM');
});

it('the image gets all that is published to run, and the build only what is listed', () => {
  const copied = dockerfile.split('\n').filter((line) => line.startsWith('COPY --from=build'));
  const forPeople = ['CHANGELOG.md', 'deploy'];
  const run = (manifest.files as string[]).filter((name) => !name.startsWith('!') && !forPeople.includes(name));
  for (const name of run) expect(copied.join('\n')).toContain(`/opt/leadline/${name} `);
  const rules = read('.dockerignore').match(/^[^#\n].*$/gm) ?? [];
  expect(rules[0]).toBe('*');
  expect(rules.filter((rule) => rule.startsWith('!.'))).toEqual([]);
  expect(rules).toEqual(expect.arrayContaining(['**/node_modules', '**/.env*', '**/.npmrc']));
});
