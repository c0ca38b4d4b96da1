import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { freshEmail, freshPhone, LeadDesk } from '../support/leads.ts';
import { root } from '../support/run-cli.ts';

let desk: LeadDesk;
let proxy: FaultyProxy;
let token: string;

beforeAll(async () => {
  desk = await LeadDesk.open();
  proxy = await FaultyProxy.open(await desk.app.app.http.listen({ port: 0, host: '127.0.0.1' }));
  token = await desk.cast.tokenOf(desk.cast.admin, ['leads:create']);
});
afterAll(async () => {
  await proxy.close();
  await desk.close();
});

const HEADINGS = ['Phone', 'First name', 'Email', 'Remark', 'Leadline'];

/** The rows below the headings after a run of the script; Google's services are stand-ins, HTTP is real. */
async function run(...rows: string[][]): Promise<string[][]> {
  const child = spawn(process.execPath, ['test/support/apps-script.mjs', 'examples/google-sheet/Code.gs', 'sendRows'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const properties = { LEADLINE_URL: proxy.url, LEADLINE_TOKEN: token };
  child.stdin.end(JSON.stringify({ rows: [HEADINGS, ...rows], properties }));
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  return (JSON.parse(output) as string[][]).slice(1);
}

it('each row becomes a lead once, and the sheet shows which, or why not', async () => {
  const before = await desk.countLeads();
  const phone = freshPhone();
  const email = freshEmail();
  const sheet = [
    [phone, 'Sana', '', 'likes tea', ''],
    ['', 'Ravi', email, '', ''],
    ['12345', 'Om', '', '', ''],
    [phone, 'Sana K', '', '', ''],
    ['', '', '', '', 'done by hand'],
  ];
  const filled = await run(...sheet);
  expect(filled.map((row) => row[4])).toEqual([
    expect.stringMatching(/^lead_\w{26}$/),
    expect.stringMatching(/^lead_\w{26}$/),
    expect.stringMatching(/^Refused: phone .*mobile/),
    `${filled[0]?.[4]} (was there already)`,
    'done by hand',
  ]);
  expect(await desk.countLeads()).toBe(before + 2);

  proxy.meets();
  await run(...filled);
  expect(proxy.seen).toEqual([]);
  // A run that stopped before it wrote the result: the row is sent again, and answered as the first time.
  expect((await run(sheet[0] ?? []))[0]?.[4]).toBe(filled[0]?.[4]);
  expect(await desk.countLeads()).toBe(before + 2);
});

it('rows wait for the next run while Leadline cannot answer', async () => {
  const rows = [freshPhone(), freshPhone()].map((phone) => [phone, 'Asha', '', '', '']);
  proxy.meets({ status: 503, headers: { 'retry-after': '2' } });
  const waiting = await run(...rows);
  expect([waiting.map((row) => row[4]), proxy.seen.length]).toEqual([['', ''], 1]);
  for (const row of await run(...waiting)) expect(row[4]).toMatch(/^lead_/);
});
