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

type Options = Readonly<Record<string, 'text' | 'texts' | 'flag'>>;
type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name] extends 'flag' ? boolean : O[Name] extends 'texts' ? string[] : string;
};

interface Definition<O extends Options> {
  summary: string;
  usage: string;
  options?: O;
  /** How many arguments it takes besides its options: all are needed. */
  takes?: number;
  /** Answers what is printed: with --json the one, else the other. */
  run(values: Values<O>, ...args: string[]): Promise<Output>;
}

export interface Output {
  json: unknown;
  text(): string | Promise<string>;
  /** Standard output holds data of the command: this goes to standard error. */
  aside?: boolean;
  /** What is left to do when that is printed. */
  after?(): Promise<void>;
}

export function command<const O extends Options>(definition: Definition<O>): Command {
  const { summary, usage, options, takes = 0, run } = definition;
  return {
    summary,
    usage,
    async run(args) {
      const { values, positionals } = readArguments<O>(args, { ...options, json: 'flag' }, takes, usage);
      const { json, text, aside, after } = await run(values, ...positionals);
      print(values.json ? JSON.stringify(json, null, 2) : await text(), aside ? process.stderr : process.stdout);
      await after?.();
    },
  };
}

export function print(text: string, to: NodeJS.WriteStream = process.stdout): void {
  to.write(`${text}\n`);
}

/** Reads the arguments of a command; what it does not know is refused, with the name probably meant. */
function readArguments<O extends Options>(args: string[], options: Options, takes: number, usage: string) {
  const { values, positionals, tokens } = parse(args, options);
  const given = tokens.flatMap((token) =>
    token.kind === 'option' && options[token.name] === 'text' ? token.name : [],
  );
  const again = given.find((name, n) => given.indexOf(name) < n);
  if (again !== undefined) throw new UsageError(`--${again} must be given once`);
  if (positionals.length < takes) throw new UsageError(`Something is missing. ${usage.split('\n')[0]}`);
  if (positionals.length > takes) throw new UsageError(`Unexpected: ${positionals.slice(takes).join(' ')}`);
  return { values: values as Values<O & { json: 'flag' }>, positionals };
}

function parse(args: string[], options: Options) {
  const forms = Object.entries(options).map(([name, kind]) => [
    name,
    { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'texts' },
  ]);
  try {
    return parseArgs({ args, options: Object.fromEntries(forms), allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const unknown = /Unknown option '(?:--)?([^']+)'/.exec(message)?.[1];
    if (unknown === undefined) throw new UsageError(message.split('. ')[0]);
    const hint = didYouMean(unknown, Object.keys(options)).replace('mean ', 'mean --');
    throw new UsageError(`Unknown option --${unknown}${hint}`);
  }
}
