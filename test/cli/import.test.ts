import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInShell } from '../support/cli-shell.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { Workplace } from '../support/workplace.ts';

let workplace: Workplace;
let service: ServiceProcess;
let environment: Record<string, string>;

beforeAll(async () => {
  workplace = await Workplace.withData({ LOG_LEVEL: 'warn' });
  workplace.runCommand = runInShell;
  service = await workplace.start();
  environment = { LEADLINE_URL: service.url, LEADLINE_TOKEN: service.adminToken };
});
afterAll(() => workplace.clean());

const run = (...args: string[]) => workplace.cli(['import', ...args], environment);

function fileOf(...lines: string[]): string {
  const path = join(workplace.path, 'People of March.csv');
  writeFileSync(path, lines.join('\r\n'));
  return path;
}

it('sends a file, waits for it, and says what came of it', async () => {
  const file = fileOf('Mobile no;First name', '98765 00001;Asha', '98765 00002;Ravi', '12;Nobody', '9876500001;Again');
  const args = [file, '--map', 'Mobile no=phone', '--source', 'Website'];
  const tried = await workplace.json(['import', ...args, '--dry-run'], environment);
  expect(tried).toMatchObject({ state: 'done', dry_run: true, created: 2, duplicates: 1, failed: 1 });
  const { code, stdout, stderr } = await run(...args);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/^imp_\w+ {2}People of March\.csv {2}done\n {2}4 of 4 rows processed\n/);
  expect(stdout).toContain('2 created, 1 duplicate (0 filled in), 1 failed');
  expect(stderr).toMatch(/Import imp_/);
  const id = /imp_\w+/.exec(stdout)?.[0] ?? '';
  expect(await workplace.json(['import', 'status', id], environment)).toMatchObject({ state: 'done', created: 2 });
  expect(stdout).toContain(`leadline import failures ${id} > FILE`);
  const failures = await run('failures', id);
  expect(failures).toMatchObject({ code: 0, stderr: '1 row failed\n' });
  const [head, row, end] = failures.stdout.split('\r\n');
  expect([head, end]).toEqual(['row,Mobile no,First name,why', '']);
  expect(row).toMatch(/^3,12,Nobody,"Mobile no: must be an Indian mobile number/);
  expect((await run('cancel', id)).stdout).toContain('done');
  const { leads } = await workplace.json(['lead', 'list', '--source', 'Website', '--size', '2'], environment);
  expect(leads.map((lead: { contact: { phone: string } }) => lead.contact.phone).sort()).toEqual([
    '+919876500001',
    '+919876500002',
  ]);
});

it('fills in what is missing where it is asked to', async () => {
  const args = [fileOf('phone,Last name', '9876500001,Rao'), '--on-duplicate', 'fill'];
  expect(await workplace.json(['import', ...args], environment)).toMatchObject({ duplicates: 1, filled: 1 });
});

it('names an option whose value is none', async () => {
  const { code, stderr } = await run(fileOf('phone', '9876500009'), '--on-duplicate', 'merge');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: '--on-duplicate must be one of skip, fill.\nSee leadline import --help.\n',
  });
});

it('says which column it does not know, and sends nothing', async () => {
  const { code, stderr } = await run(fileOf('phone,Whatever', '9876500009,x'));
  expect(code).toBe(1);
  expect(stderr).toContain('  --map "Whatever=…" is needed: this column maps to no field.');
  expect(stderr).toContain('--ignore-unmapped');
  expect(stderr).not.toContain('mapping[');
});

it('leaves out columns that it does not know where it is asked to', async () => {
  const args = [fileOf('row,phone,why', '1,9876500008,x'), '--ignore-unmapped'];
  expect(await workplace.json(['import', ...args], environment)).toMatchObject({ created: 1, failed: 0 });
});

it('takes what another program writes, whose size nobody knows', async () => {
  const pipe = join(workplace.path, 'pipe.csv');
  execFileSync('mkfifo', [pipe]);
  const writing = writeFile(pipe, 'phone\n9876500006\n9876500007\n');
  const found = await workplace.json(['import', pipe], environment);
  await writing;
  expect(found).toMatchObject({ state: 'done', rows: 2, created: 2 });
});

it.each([
  [['nowhere.csv'], 2, 'There is no file nowhere.csv'],
  [['test'], 2, 'test is a directory'],
  [[], 2, 'Something is missing'],
  [['x.csv', '--map', 'phone'], 2, '--map must be'],
  [['status', 'imp_nothing'], 1, 'not_found'],
])('import %j ends with %i', async (args, expected, sentence) => {
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([expected, expect.stringContaining(sentence)]);
});

it.each([200, 502])('says so where something between answers %i with a page of its own', async (status) => {
  const between = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end('<h1>Gateway</h1>'));
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const LEADLINE_URL = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const { code, stderr } = await workplace.cli(['import', fileOf('Phone', '98765 00009')], {
    ...environment,
    LEADLINE_URL,
  });
  between.close();
  expect([code, stderr.trim()]).toEqual([1, `The answer does not come from Leadline. (${status})`]);
});
