import { didYouMean } from '../http/did-you-mean.ts';
import { version } from '../version.ts';
import { type Command, UsageError } from './command.ts';
import { leadCreate } from './commands/lead-create.ts';
import { leadList } from './commands/lead-list.ts';
import { leadMove } from './commands/lead-move.ts';
import { leadShow } from './commands/lead-show.ts';
import { migrate } from './commands/migrate.ts';
import { organizationCreate } from './commands/organization-create.ts';
import { organizationList } from './commands/organization-list.ts';
import { reportConversion } from './commands/report-conversion.ts';
import { reportFunnel } from './commands/report-funnel.ts';
import { reportVelocity } from './commands/report-velocity.ts';
import { membershipList, sourceList, statusList } from './commands/settings-list.ts';
import { start } from './commands/start.ts';
import { tokenIssue } from './commands/token-issue.ts';
import { tokenList } from './commands/token-list.ts';
import { tokenRevoke } from './commands/token-revoke.ts';
import { verify } from './commands/verify.ts';
import { explain } from './explain.ts';
import { print } from './print.ts';

const commands: readonly Command[] = [
  start,
  migrate,
  organizationCreate,
  organizationList,
  tokenIssue,
  tokenList,
  tokenRevoke,
  statusList,
  sourceList,
  membershipList,
  leadList,
  leadShow,
  leadCreate,
  leadMove,
  reportFunnel,
  reportVelocity,
  reportConversion,
  verify,
];

const listOf = (some: readonly Command[]): string =>
  some.map(({ name, summary }) => `  ${name.padEnd(21)} ${summary}`).join('\n');

const help = `Leadline: a self-hosted lead service.

Usage: leadline COMMAND [options]

${listOf(commands)}

  leadline COMMAND --help   help on one command
  leadline --version        the version

Exit codes: 0 done, 1 failed, 2 wrong use of the command line.`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help';
  const words = args.filter((arg) => arg !== 'help');
  const command = commands.find(({ name }) => name.split(' ').every((word, n) => words[n] === word));
  if (args[0] === '--version' || args[0] === '-v') {
    print(version);
    return 0;
  }
  if (command === undefined) return isHelp ? showHelp(words[0]) : refuse(words);
  if (isHelp) {
    print(command.usage);
    return 0;
  }
  try {
    await command.run(args.slice(command.name.split(' ').length));
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return fail(error, command);
  }
}

/** Of a group of commands, such as `lead`, or of all. */
function showHelp(group: string | undefined): number {
  const some = commands.filter(({ name }) => name.startsWith(`${group} `));
  print(some.length === 0 ? help : helpOn(group ?? '', some));
  return 0;
}

function helpOn(group: string, some: readonly Command[]): string {
  return `Usage: leadline ${group} COMMAND [options]

${listOf(some)}

  leadline ${group} COMMAND --help   help on one command`;
}

function refuse(words: string[]): number {
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  if (words.length === 0) {
    process.stderr.write(`${help}\n`);
  } else if (words.length === 1 && group.length > 0) {
    process.stderr.write(`${helpOn(words[0] ?? '', group)}\n`);
  } else if (words[0]?.startsWith('-')) {
    process.stderr.write(
      `Unknown option ${words[0]}${didYouMean(words[0], ['--help', '--version'])}\nSee leadline --help.\n`,
    );
  } else {
    const given = words
      .slice(0, 2)
      .filter((word) => !word.startsWith('-'))
      .join(' ');
    const names = commands.map(({ name }) => name);
    process.stderr.write(`Unknown command: ${given}${didYouMean(given, names)}\nSee leadline --help.\n`);
  }
  return 2;
}

function fail(error: unknown, { name }: Command): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nSee leadline ${name} --help.\n`);
    return 2;
  }
  process.stderr.write(`${explain(error)}\n`);
  return 1;
}
