import { CSV_TYPE, JSON_LINES_TYPE } from '../../http/accept.ts';
import { command, UsageError } from '../command.ts';
import { download } from '../download.ts';
import { countOf } from '../formats.ts';
import { askForLeads, leadFilterOptions, leadFilterUsage } from '../lead-filters.ts';
import { inMegabytes, Progress } from '../progress.ts';

const formats: Readonly<Record<string, string>> = { csv: CSV_TYPE, jsonl: JSON_LINES_TYPE };

export const exportLeads = command({
  summary: 'Write the whole list of leads to standard output, as CSV or JSON lines',
  usage: `Usage: leadline export --format csv|jsonl [options] > FILE

Calls the service at LEADLINE_URL with the token in LEADLINE_TOKEN, which needs
leads:export. The leads are those of one moment. Progress goes to standard error. If
the export breaks off, the exit code is 1 and the file is not whole.

  --format FORMAT   csv, or jsonl: a lead as JSON in each line
${leadFilterUsage}
  --json            say at the end on standard error { "leads": N, "bytes": N }
  --help            show this text`,
  options: { format: 'text', ...leadFilterOptions },
  async run({ format = '', ...values }) {
    const accept = formats[format];
    if (accept === undefined) throw new UsageError('Name the format: --format csv or --format jsonl.');
    const counter = new LineCounter(format === 'csv');
    const progress = new Progress(() => counter.sentence);
    try {
      const write = (part: Buffer) => {
        counter.count(part);
        progress.move();
      };
      await askForLeads(values, (path) => download(path, accept, write));
    } finally {
      progress.end();
    }
    return { json: { leads: counter.leads, bytes: counter.bytes }, text: () => counter.sentence, aside: true };
  },
});

const QUOTE = 0x22;
const LINE_END = 0x0a;

/** Counts the leads in what has been written. In CSV a line may end within quotes, and the first one has the headings. */
class LineCounter {
  readonly #isCsv: boolean;
  bytes = 0;
  #lines = 0;
  #isQuoted = false;

  constructor(isCsv: boolean) {
    this.#isCsv = isCsv;
  }

  get leads(): number {
    return Math.max(0, this.#lines - (this.#isCsv ? 1 : 0));
  }

  get sentence(): string {
    return `${countOf(this.leads, 'lead')}, ${inMegabytes(this.bytes)}`;
  }

  count(part: Buffer): void {
    this.bytes += part.length;
    for (const byte of part) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted && this.#isCsv;
      else if (byte === LINE_END && !this.#isQuoted) this.#lines++;
    }
  }
}
