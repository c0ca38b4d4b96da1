import { parseArgs } from 'node:util';
import { didYouMean } from '../http/did-you-mean.ts';

/** One command of `leadline`, with its own help. */
export interface Command {
  summary: string;
  usage: string;
  run(args: string[]): Promise<void>;
}

/** The command line itself is wrong: the sentence goes to standard error, the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

type Options = Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>;

/** Reads the arguments of a command; what it does not know is refused, with the name probably meant. */
export function readArguments<const O extends Options>(
  args: string[],
  options: O,
  positionals: { least: number; most: number },
) {
  const names = Object.keys(options);
  const parsed = (() => {
    try {
      return parseArgs({ args, options, allowPositionals: true, strict: true });
    } catch (error) {
      const unknown = /Unknown option '(?:--)?([^']+)'/.exec(error instanceof Error ? error.message : '')?.[1];
      if (unknown !== undefined) {
        throw new UsageError(`Unknown option --${unknown}${didYouMean(unknown, names).replace('mean ', 'mean --')}`);
      }
      throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
    }
  })();
  if (parsed.positionals.length < positionals.least) throw new UsageError('Something is missing.');
  if (parsed.positionals.length > positionals.most) {
    throw new UsageError(`Unexpected: ${parsed.positionals.slice(positionals.most).join(' ')}`);
  }
  return parsed;
}
