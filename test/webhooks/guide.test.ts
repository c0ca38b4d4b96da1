import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { eventTypes } from '../../src/events/types.ts';
import { signedHeaders } from '../../src/webhooks/delivery/sign.ts';
import { secretText } from '../../src/webhooks/secrets.ts';
import { testDirectory } from '../support/test-directory.ts';

const guide = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8');
const codeIn = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(guide)?.[1] ?? '';

const [secret, other] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const body = '{"public_id":"evt_1","lead":{"contact":{"first_name":"आशा"}}}';
const signed = (secrets: Buffer[], now?: Date) => signedHeaders(secrets, 'evt_1', body, now);
const old = new Date(Date.now() - 600_000);

/** What the guide's functions are asked, and what they must say. */
const questions: { headers: Record<string, string>; body: string; isGenuine: boolean }[] = [
  { headers: signed([secret]), body, isGenuine: true },
  { headers: signed([other, secret]), body, isGenuine: true },
  { headers: signed([other]), body, isGenuine: false },
  { headers: signed([secret]), body: body.replace('आशा', 'Asha'), isGenuine: false },
  { headers: { ...signed([secret]), 'webhook-id': 'evt_2' }, body, isGenuine: false },
  { headers: signed([secret], old), body, isGenuine: false },
  { headers: { ...signed([secret]), 'webhook-signature': '' }, body, isGenuine: false },
  { headers: {}, body, isGenuine: false },
];
const expected = questions.map(({ isGenuine }) => isGenuine);

it('the guide’s function for Node.js tells genuine deliveries from others', async () => {
  const file = join(testDirectory('guide'), 'verify.mjs');
  writeFileSync(file, codeIn('js'));
  const { verify } = await import(file);
  expect(questions.map((one) => verify(secretText(secret), one.headers, one.body))).toEqual(expected);
});

it('the guide’s function for Python tells genuine deliveries from others', () => {
  const program = `${codeIn('python')}
import json, sys
secret, questions = json.load(sys.stdin)
print(json.dumps([verify(secret, one["headers"], one["body"].encode()) for one in questions]))`;
  const input = JSON.stringify([secretText(secret), questions]);
  const { stdout, stderr } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(expected);
});

const isInstalled = (command: string) => spawnSync(command, ['version']).error === undefined;

it.skipIf(!isInstalled('php'))('the guide’s function for PHP tells genuine deliveries from others', () => {
  const program = `${codeIn('php')}
[$secret, $questions] = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(fn($one) => verify($secret, $one['headers'], $one['body']), $questions));`;
  const input = JSON.stringify([secretText(secret), questions]);
  const { stdout, stderr } = spawnSync('php', ['-d', 'display_errors=stderr', '-r', program], {
    input,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(expected);
});

it.skipIf(!isInstalled('go'))('the guide’s function for Go tells genuine deliveries from others', () => {
  const file = join(testDirectory('guide'), 'main.go');
  const packages = ['crypto/hmac', 'crypto/sha256', 'encoding/base64', 'encoding/json', 'math', 'net/http', 'os'];
  const imports = [...packages, 'strconv', 'strings', 'time'].map((name) => `"${name}"`).join('\n');
  writeFileSync(
    file,
    `package main
import (
${imports}
)
${codeIn('go')}
func main() {
	var asked struct { Secret string; Questions []struct { Headers map[string]string; Body string } }
	json.NewDecoder(os.Stdin).Decode(&asked)
	answers := []bool{}
	for _, one := range asked.Questions {
		header := http.Header{}
		for name, value := range one.Headers { header.Set(name, value) }
		answers = append(answers, verify(asked.Secret, header, []byte(one.Body)))
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}`,
  );
  const input = JSON.stringify({ secret: secretText(secret), questions });
  const { stdout, stderr } = spawnSync('go', ['run', file], { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(expected);
});

it('the guide’s script for a spreadsheet follows the feed page by page', () => {
  const rows: unknown[][] = [];
  const asked: string[] = [];
  const properties = new Map([
    ['LEADLINE_URL', 'https://leads.example.in'],
    ['LEADLINE_TOKEN', 'ldl_1'],
  ]);
  const lead = {
    public_id: 'lead_1',
    contact: { first_name: 'Asha', phone: '+919876543210' },
    status: { name: 'New' },
  };
  const pages = [
    {
      data: [{ occurred_at: 'a', type: 'lead.created', lead }],
      links: { next: '/api/v1/events?page%5Bafter%5D=1' },
      meta: { has_more: true },
    },
    {
      data: [{ occurred_at: 'b', type: 'lead.erased', lead: null }],
      links: { next: '/api/v1/events?page%5Bafter%5D=2' },
      meta: { has_more: false },
    },
  ];
  runInNewContext(`${codeIn('javascript')}\nfollowEvents();`, {
    PropertiesService: {
      getScriptProperties: () => ({
        getProperty: (name: string) => properties.get(name) ?? null,
        setProperty: (name: string, value: string) => void properties.set(name, value),
      }),
    },
    SpreadsheetApp: {
      getActiveSpreadsheet: () => ({ getSheets: () => [{ appendRow: (row: unknown[]) => rows.push([...row]) }] }),
    },
    UrlFetchApp: {
      fetch(url: string, { headers }: { headers: Record<string, string> }) {
        asked.push(`${headers.Authorization} ${url}`);
        return { getContentText: () => JSON.stringify(pages.shift()) };
      },
    },
  });
  expect(rows).toEqual([
    ['a', 'lead.created', 'lead_1', 'Asha', '+919876543210', 'New'],
    ['b', 'lead.erased', undefined, undefined, undefined, undefined],
  ]);
  expect(asked).toEqual([
    'Bearer ldl_1 https://leads.example.in/api/v1/events?page%5Bsize%5D=100',
    'Bearer ldl_1 https://leads.example.in/api/v1/events?page%5Bafter%5D=1',
  ]);
  expect(properties.get('LEADLINE_NEXT')).toBe('/api/v1/events?page%5Bafter%5D=2');
});

it('the guide names every type of event', () => {
  for (const type of eventTypes) expect(guide).toContain(`\`${type}\``);
});
