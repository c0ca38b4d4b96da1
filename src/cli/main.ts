import { explain } from '../explain.ts';
import { didYouMean } from '../http/did-you-mean.ts';
import { version } from '../version.ts';
import { ApiError } from './api-client.ts';
import { type Command, UsageError } from './command.ts';
import { print } from './print.ts';

/** Each by its name, as typed. Loaded when it is asked for: `start` does not wait for the modules of all others. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  'organization create': async () => (await import('./commands/organization-create.ts')).organizationCreate,
  'organization list': async () => (await import('./commands/organization-list.ts')).organizationList,
  'token issue': async () => (await import('./commands/token-issue.ts')).tokenIssue,
  'token list': async () => (await import('./commands/token-list.ts')).tokenList,
  'token revoke': async () => (await import('./commands/token-revoke.ts')).tokenRevoke,
  'status list': async () => (await import('./commands/settings-list.ts')).statusList,
  'source list': async () => (await import('./commands/settings-list.ts')).sourceList,
  'membership list': async () => (await import('./commands/settings-list.ts')).membershipList,
  'lead list': async () => (await import('./commands/lead-list.ts')).leadList,
  'lead show': async () => (await import('./commands/lead-show.ts')).leadShow,
  'lead create': async () => (await import('./commands/lead-create.ts')).leadCreate,
  'lead move': async () => (await import('./commands/lead-move.ts')).leadMove,
  'report funnel': async () => (await import('./commands/report-funnel.ts')).reportFunnel,
  'report velocity': async () => (await import('./commands/report-velocity.ts')).reportVelocity,
  'report conversion': async () => (await import('./commands/report-conversion.ts')).reportConversion,
  verify: async () => (await import('./commands/verify.ts')).verify,
};
const names = Object.keys(commands);

async function listOf(some: readonly string[]): Promise<string> {
  const lines = some.map(async (name) => `  ${name.padEnd(21)} ${(await commands[name]?.())?.summary}`);
  return (await Promise.all(lines)).join('\n');
}

const help = async () => `Leadline: a self-hosted lead service.

Usage: leadline COMMAND [options]

${await listOf(names)}

  leadline COMMAND --help   help on one command
  leadline --version        the version

Exit codes: 0 done, 1 failed, 2 wrong use of the command line.`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help';
  const words = args.filter((arg) => arg !== 'help');
  const name = names.find((one) => one.split(' ').every((word, n) => words[n] === word)) ?? '';
  if (args[0] === '--version' || args[0] === '-v') {
    print(version);
    return 0;
  }
  const command = await commands[name]?.();
  if (command === undefined) return isHelp ? showHelp(words[0]) : refuse(words);
  if (isHelp) {
    print(command.usage);
    return 0;
  }
  try {
    await command.run(args.slice(name.split(' ').length));
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return fail(error, name);
  }
}

/** Of a group of commands, such as `lead`, or of all. */
async function showHelp(group: string | undefined): Promise<number> {
  const some = names.filter((name) => name.startsWith(`${group} `));
  print(await (some.length === 0 ? help() : helpOn(group ?? '', some)));
  return 0;
}

async function helpOn(group: string, some: readonly string[]): Promise<string> {
  return `Usage: leadline ${group} COMMAND [options]

${await listOf(some)}

  leadline ${group} COMMAND --help   help on one command`;
}

async function refuse(words: string[]): Promise<number> {
  const group = names.filter((name) => name.startsWith(`${words[0]} `));
  if (words.length === 0) {
    process.stderr.write(`${await help()}\n`);
  } else if (words.length === 1 && group.length > 0) {
    process.stderr.write(`${await helpOn(words[0] ?? '', group)}\n`);
  } else if (words[0]?.startsWith('-')) {
    process.stderr.write(
      `Unknown option ${words[0]}${didYouMean(words[0], ['--help', '--version'])}\nSee leadline --help.\n`,
    );
  } else {
    const given = words
      .slice(0, 2)
      .filter((word) => !word.startsWith('-'))
      .join(' ');
    process.stderr.write(`Unknown command: ${given}${didYouMean(given, names)}\nSee leadline --help.\n`);
  }
  return 2;
}

function fail(error: unknown, name: string): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nSee leadline ${name} --help.\n`);
    return 2;
  }
  process.stderr.write(`${error instanceof ApiError ? error.message : explain(error)}\n`);
  return 1;
}
