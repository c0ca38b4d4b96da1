import { explain } from '../explain.ts';
import { didYouMean } from '../http/did-you-mean.ts';
import { version } from '../version.ts';
import { ApiError } from './api-client.ts';
import { type Command, print, UsageError } from './command.ts';
import { isOutputBroken, watchOutput } from './standard-output.ts';

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
  'membership invite': async () => (await import('./commands/membership-invite.ts')).membershipInvite,
  'lead list': async () => (await import('./commands/lead-list.ts')).leadList,
  'lead show': async () => (await import('./commands/lead-show.ts')).leadShow,
  'lead create': async () => (await import('./commands/lead-create.ts')).leadCreate,
  'lead move': async () => (await import('./commands/lead-move.ts')).leadMove,
  'lead erase': async () => (await import('./commands/lead-erase.ts')).leadErase,
  'lead unsuppress': async () => (await import('./commands/lead-unsuppress.ts')).leadUnsuppress,
  import: async () => (await import('./commands/import.ts')).importFile,
  'import status': async () => (await import('./commands/import-status.ts')).importStatus,
  'import failures': async () => (await import('./commands/import-failures.ts')).importFailures,
  'import cancel': async () => (await import('./commands/import-status.ts')).importCancel,
  export: async () => (await import('./commands/export.ts')).exportLeads,
  'report funnel': async () => (await import('./commands/report-funnel.ts')).reportFunnel,
  'report velocity': async () => (await import('./commands/report-velocity.ts')).reportVelocity,
  'report conversion': async () => (await import('./commands/report-conversion.ts')).reportConversion,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restoreBackup,
  verify: async () => (await import('./commands/verify.ts')).verify,
};
const names = Object.keys(commands);

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  watchOutput();
  if (args[0] === '--version' || args[0] === '-v') {
    print(version);
    return 0;
  }
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help' || isGroupHelp(args);
  const words = args.filter((arg) => arg !== 'help');
  const name = names.findLast((one) => one.split(' ').every((word, n) => words[n] === word)) ?? '';
  const command = await commands[name]?.();
  if (command === undefined && !isHelp) return refuse(words);
  if (command === undefined || isHelp) {
    print(command?.usage ?? (await helpOn(words[0])));
    return 0;
  }
  try {
    await command.run(args.slice(name.split(' ').length));
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return fail(error, name);
  }
}

/** `leadline lead help`, and `leadline lead help list`. */
function isGroupHelp([group, word]: readonly string[]): boolean {
  return word === 'help' && inGroup(group).length > 0;
}

function inGroup(group: string | undefined): string[] {
  return names.filter((name) => name.startsWith(`${group} `));
}

/** On a group of commands, such as `lead`, or on all. */
async function helpOn(group: string | undefined): Promise<string> {
  const some = inGroup(group);
  const isGroup = some.length > 0;
  const lines = (isGroup ? some : names).map(
    async (name) => `  ${name.padEnd(21)} ${(await commands[name]?.())?.summary}`,
  );
  const list = (await Promise.all(lines)).join('\n');
  if (isGroup) {
    return `Usage: leadline ${group} COMMAND [options]\n\n${list}\n\n  leadline ${group} COMMAND --help   help on one command`;
  }
  return `Leadline: a self-hosted lead service.

Usage: leadline COMMAND [options]

${list}

  leadline COMMAND --help   help on one command
  leadline --version        the version

Exit codes: 0 done, 1 failed, 2 wrong use of the command line.`;
}

async function refuse(words: readonly string[]): Promise<number> {
  const [first = '', second = ''] = words;
  const given = [first, second].filter((word) => word !== '' && !word.startsWith('-')).join(' ');
  const sentence = first.startsWith('-')
    ? `Unknown option ${first}${didYouMean(first, ['--help', '--version'])}`
    : `Unknown command: ${given}${didYouMean(given, names)}`;
  const isHelpNeeded = first === '' || (second === '' && inGroup(first).length > 0);
  process.stderr.write(`${isHelpNeeded ? await helpOn(first) : `${sentence}\nSee leadline --help.`}\n`);
  return 2;
}

function fail(error: unknown, name: string): number {
  if (isOutputBroken()) return 1;
  const isUsage = error instanceof UsageError;
  const sentence = isUsage || error instanceof ApiError ? error.message : explain(error);
  process.stderr.write(isUsage ? `${sentence}\nSee leadline ${name} --help.\n` : `${sentence}\n`);
  return isUsage ? 2 : 1;
}
