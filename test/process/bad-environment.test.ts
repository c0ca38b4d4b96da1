import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyMadeData } from '../support/made-data.ts';
import { expectOneSentence, runCli } from '../support/run-cli.ts';
import { NOBODY, ordinaryUserCanRun } from '../support/users.ts';
import { Workplace } from '../support/workplace.ts';

let place: Workplace;
let occupied: Server;
beforeAll(async () => {
  place = new Workplace();
  occupied = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(occupied, 'listening');
});
afterAll(async () => {
  occupied.close();
  await place.clean();
});

/** Starts, expects it to fail with one sentence and to leave nothing running, and answers the sentence. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const service = place.spawn(environment);
  await service.exited;
  const sentence = expectOneSentence(service);
  expect(service.leavesProcesses).toBe(false);
  expect(await place.postmaster()).toBeNull();
  return sentence;
}

// Of every other variable test/config.test.ts says so; what stops the start is the same.
it('a bad value stops the start with one sentence that names the variable, before anything is made', async () => {
  expect(await refusal({ LEADLINE_METRICS_PORT: 'x' })).toContain('LEADLINE_METRICS_PORT');
  expect(await readdir(place.path)).toEqual([]);
});

it('a bad DATABASE_URL is not repeated, since it may hold a password', async () => {
  expect(await refusal({ DATABASE_URL: 'mysql://me:hunter2@db/x' })).not.toContain('hunter2');
});

it('a bad address of a collector stops the start, and is not repeated, since it may hold a password', async () => {
  const sentence = await refusal({ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://me:hunter2@collector:4317' });
  expect(sentence).toContain('OTEL_EXPORTER_OTLP_ENDPOINT');
  expect(sentence).not.toContain('hunter2');
});

it('a port in use stops the start with one sentence and the database with it', async () => {
  await copyMadeData(place.data);
  const port = String((occupied.address() as AddressInfo).port);
  expect(await refusal({ PORT: port })).toContain(port);
  expect(await refusal({ LEADLINE_METRICS_PORT: port })).toContain(port);
});

it('an address that this machine does not have stops the start with one sentence', async () => {
  expect(await refusal({ HOST: '192.0.2.1' })).toContain('192.0.2.1');
  expect(await refusal({ HOST: 'nowhere.invalid' })).toContain('nowhere.invalid');
});

it('data that is a file, or below one, is refused with one sentence', async () => {
  const file = join(place.path, 'file');
  await writeFile(file, '');
  expect(await refusal({ LEADLINE_DATA: file })).toContain(file);
  expect(await refusal({ LEADLINE_DATA: join(file, 'below') })).toContain(file);
});

it.runIf(ordinaryUserCanRun)('data that the user may not write is refused with one sentence', async () => {
  const closed = join(place.path, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o755);
  const environment = { LEADLINE_DATA: join(closed, 'data'), PORT: '0' };
  for (const args of [['start'], ['organization', 'list']]) {
    const ended = await runCli(args, environment, NOBODY);
    expect(expectOneSentence(ended)).toContain(closed);
  }
  expect(await readdir(closed)).toEqual([]);
});
