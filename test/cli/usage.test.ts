import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { runInShell } from '../support/cli-shell.ts';
import { root, runCli } from '../support/run-cli.ts';

const commands = [
  'start',
  'migrate',
  'organization create',
  'organization list',
  'token issue',
  'token list',
  'token revoke',
  'status list',
  'source list',
  'membership list',
  'membership invite',
  'lead list',
  'lead show',
  'lead create',
  'lead move',
  'lead erase',
  'lead unsuppress',
  'import',
  'import status',
  'import failures',
  'import cancel',
  'export',
  'report funnel',
  'report velocity',
  'report conversion',
  'backup',
  'restore',
  'verify',
];

/** No command here gets as far as its data; if one did, this would make it fail. */
const nowhere = { LEADLINE_DATA: '/dev/null/nowhere', PORT: 'none' };
const run = (line: string) => runInShell(wordsIn(line), nowhere);
const wordsIn = (line: string) => (line === '' ? [] : line.split(' '));

it.each(['--help', '', 'token issue --jsn', 'report funnel --help', 'status list', 'lead list'])(
  '`leadline %s` says the same in a process of its own as after others, and ends with the same code',
  async (line) => {
    expect(await runCli(wordsIn(line), nowhere)).toEqual(await run(line));
  },
);

it('`leadline --help` lists every command', async () => {
  const { code, stdout, stderr } = await run('--help');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const listed = [...stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}\S/gm)].map(([, name]) => name);
  expect(listed).toEqual(commands);
  expect(await run('help')).toMatchObject({ code: 0, stdout });
});

it.each(commands)('`leadline %s --help` shows its usage and every option, and does nothing', async (name) => {
  const { code, stdout, stderr } = await run(`${name} --help`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^Usage: leadline ${name}\\b`));
  expect(stdout).toMatch(/^ {2}--json +\S/m);
  expect(stdout).toMatch(/^ {2}--help +\S/m);
});

it('`leadline help COMMAND` is another way to ask', async () => {
  const { stdout } = await run('token issue --help');
  expect(await run('help token issue')).toMatchObject({ code: 0, stdout });
});

it('`leadline GROUP help` is another way to ask for the help on a group and its commands', async () => {
  const group = await run('lead --help');
  expect(await run('lead help')).toEqual(group);
  expect(group.stdout).toMatch(/^Usage: leadline lead COMMAND/);
  expect(await run('lead help list')).toEqual(await run('lead list --help'));
});

it.each(['start', 'token issue'])(
  '`leadline %s` refuses an option that it does not know, with the one probably meant',
  async (name) => {
    const { code, stdout, stderr } = await run(`${name} --jsn`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`Unknown option --jsn; did you mean --json?\nSee leadline ${name} --help.\n`);
  },
);

it('`leadline --version` prints the version of the package', async () => {
  const { version } = JSON.parse(await readFile(`${root}/package.json`, 'utf8'));
  for (const option of ['--version', '-v']) {
    expect(await run(option)).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  }
});

it('without a command the help goes to standard error, with exit code 2', async () => {
  const { code, stdout, stderr } = await run('');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Leadline/);
});

it.each([
  ['strat', 'start'],
  ['organisation create', 'organization create'],
  ['organization crate', 'organization create'],
  ['token isue', 'token issue'],
])('the unknown command `%s` is refused with exit code 2 and the hint `%s`', async (given, meant) => {
  const { code, stdout, stderr } = await run(given);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(given);
  expect(stderr).toContain(`did you mean ${meant}?`);
});

it('an unknown command that resembles none is refused without a guess', async () => {
  const { code, stderr } = await run('xylophone');
  expect(code).toBe(2);
  expect(stderr).toContain('xylophone');
  expect(stderr).not.toContain('did you mean');
});

it('an unknown option before any command is named in the refusal', async () => {
  const { code, stdout, stderr } = await run('--jsn');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('--jsn');
});

it.each([
  ['organization create', 'missing'],
  ['organization create One Two', 'Two'],
  ['organization list Acme', 'Acme'],
  ['migrate now', 'now'],
  ['token issue --name x --ability *', '--membership'],
  ['token issue --membership mem_x --ability *', '--name'],
  ['token issue --membership mem_x --name x', '--ability'],
  ['token issue --name', '--name'],
  ['token issue --name x --name y', '--name must be given once'],
  ['report funnel --source A --source B', '--source must be given once'],
  ['lead create --phone 98765-43210 --phone 98765-43211', '--phone must be given once'],
  ['lead create --field city=Pune --field city=Goa', '--field city must be given once'],
  ['token revoke', 'missing'],
  ['token revoke ldl_secret', 'tok_'],
])('`leadline %s` is refused with exit code 2 and a word on what is wrong', async (line, word) => {
  const { code, stdout, stderr } = await run(line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(word);
  expect(stderr).not.toMatch(/\n {4}at /);
});

it.each(['organization', 'token', 'status', 'source', 'membership', 'lead', 'report'])(
  '`leadline %s --help` lists the commands of the group, and without --help it is wrong use',
  async (group) => {
    const { code, stdout, stderr } = await run(`${group} --help`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: leadline ${group} COMMAND`));
    const listed = [...stdout.matchAll(/^ {2}([a-z]+ [a-z]+) {2,}\S/gm)].map(([, name]) => name);
    expect(listed).toEqual(commands.filter((name) => name.startsWith(`${group} `)));
    expect(await run(group)).toEqual({ code: 2, signal: null, stdout: '', stderr: stdout });
  },
);
