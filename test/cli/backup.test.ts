import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectOnce } from '../../src/db/connect.ts';
import { countRows } from '../backup/support.ts';
import { ask } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { environmentWith, expectOneSentence, root, urlOf } from '../support/run-cli.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { until, Workplace } from '../support/workplace.ts';

let workplace: Workplace;
let other: Workplace;
let service: ServiceProcess;
let empty: TestDatabase;
let file: string;

beforeAll(async () => {
  workplace = await Workplace.withData({ LOG_LEVEL: 'warn' });
  other = new Workplace({ LOG_LEVEL: 'warn' });
  service = await workplace.start();
  empty = await createTestDatabase({ empty: true });
  file = join(workplace.path, 'leadline.gz');
});
afterAll(async () => {
  await workplace.clean();
  await other.clean();
  await empty.drop();
});

const me = async (url: string) =>
  (await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${service.adminToken}` } })).status;

it('a running service is backed up to one file, which only its owner can read', async () => {
  const { code, stdout, stderr } = await workplace.cli(['backup', file]);
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/^Database: .*\n/);
  expect(stdout).toMatch(/^1 organization, \d+ leads, [\d,]+ rows in \d+ tables, as of .*Z, Leadline \d/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(stat(`${file}.part`)).rejects.toThrow();
});

it('`--verify` checks a file without a database', async () => {
  const nowhere = { LEADLINE_DATA: '/dev/null/nowhere' };
  const { format, tables } = await workplace.json(['backup', '--verify', file], nowhere);
  expect(format).toBe(1);
  expect(tables.find(({ name }: { name: string }) => name === 'organizations').rows).toBe(1);
  const bytes = await readFile(file);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  const damaged = join(workplace.path, 'damaged.gz');
  await writeFile(damaged, bytes);
  expect(expectOneSentence(await workplace.cli(['backup', '--verify', damaged]))).toContain('damaged');
  expect(expectOneSentence(await other.cli(['restore', damaged]))).toContain('damaged');
  expect(expectOneSentence(await other.cli(['restore', join(workplace.path, 'none.gz')]))).toContain('none.gz');
  const csv = join(workplace.path, 'leads.csv');
  await writeFile(csv, 'phone,email\n9876543210,asha@example.in\n');
  for (const args of [
    ['restore', csv],
    ['backup', '--verify', csv],
  ]) {
    expect(expectOneSentence(await other.cli(args))).toBe('The file is not a Leadline backup.');
  }
  await expect(stat(other.data)).rejects.toThrow(); // no database was made for it
});

it('a database that is not there is not made by a backup', async () => {
  expectOneSentence(await other.cli(['backup', join(workplace.path, 'nothing.gz')]));
  await expect(stat(join(workplace.path, 'nothing.gz'))).rejects.toThrow();
});

it('a backup that cannot be written leaves nothing', async () => {
  expect(expectOneSentence(await workplace.cli(['backup', '/dev/null/here.gz']))).toContain('cannot be used');
});

it('a pipe, a device or a directory is not replaced by a backup', async () => {
  const pipe = join(workplace.path, 'pipe.gz');
  execFileSync('mkfifo', [pipe]);
  expect(expectOneSentence(await workplace.cli(['backup', pipe]))).toContain('no regular file');
  expect((await stat(pipe)).isFIFO()).toBe(true);
  expect(expectOneSentence(await workplace.cli(['backup', workplace.path]))).toContain('it is a directory');
});

it('what cannot be read or written as a backup is named as it was given', async () => {
  const sentence = `The file ${workplace.path} cannot be used`;
  for (const args of [
    ['backup', workplace.path],
    ['backup', '--verify', workplace.path],
    ['restore', workplace.path],
  ]) {
    expect(expectOneSentence(await workplace.cli(args))).toContain(sentence);
  }
});

it('a service’s own database is not restored into', async () => {
  expectOneSentence(await workplace.cli(['restore', file]));
  expect(await me(service.url)).toBe(200);
});

it('a new directory gets everything: a service on it knows the tokens', async () => {
  const { code, stdout, stderr } = await other.cli(['restore', file]);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^Restored: 1 organization/);
  const checked = await other.cli(['verify']);
  expect(checked).toMatchObject({ code: 0 });
  const restored = await other.start();
  expect(restored.announced.demo ?? null).toBeNull();
  expect(await me(restored.url)).toBe(200);
});

it('a restore that is killed leaves the database empty, and the next one succeeds', async () => {
  const environment = environmentWith({ DATABASE_URL: urlOf(empty.target) });
  const child = spawn(process.execPath, ['bin/leadline.js', 'restore', '-'], { cwd: root, env: environment });
  const bytes = await readFile(file);
  child.stdin.write(bytes.subarray(0, Math.floor(bytes.length * 0.7)));
  // Asked from another database: a restore refuses one that others are connected to.
  const copies = async () => {
    const database = new URL(urlOf(empty.target)).pathname.slice(1);
    const text = `select 1 from pg_stat_activity where datname = $1 and query like 'copy %'`;
    return (await ask(inject('nodes')[0], text, [database])).length;
  };
  await until(async () => ((await copies()) > 0 ? true : null));
  child.kill('SIGKILL');
  await once(child, 'close');
  await until(async () => ((await copies()) === 0 ? true : null));
  expect(await countRows(empty.target)).toBe(0);
  const { code, stderr } = await workplace.cli(['restore', file], { DATABASE_URL: urlOf(empty.target) });
  expect(code, stderr).toBe(0);
  expect(await countRows(empty.target)).toBeGreaterThan(1_000);
});

it('a backup that is interrupted leaves nothing', async () => {
  const holder = await connectOnce(empty.target);
  try {
    await holder.query('begin; lock table leads in access exclusive mode'); // the backup waits for this
    const aside = join(workplace.path, 'interrupted');
    await mkdir(aside);
    const environment = environmentWith({ DATABASE_URL: urlOf(empty.target) });
    const child = spawn(process.execPath, ['bin/leadline.js', 'backup', join(aside, 'all.gz')], {
      cwd: root,
      env: environment,
    });
    await until(async () => ((await readdir(aside)).includes('all.gz.part') ? true : null));
    child.kill('SIGINT');
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGINT');
    expect(await readdir(aside)).toEqual([]);
  } finally {
    await holder.end();
  }
});
