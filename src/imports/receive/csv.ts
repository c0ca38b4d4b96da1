import { pipeline, Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { invalid } from '../../problems.ts';
import { delimiterIn, isDelimiter, MOST_ROW, separatorIn } from '../header.ts';

/** The records of a CSV file, the header line first. The header line decides what stands between cells. */
export async function* readRecords(texts: AsyncGenerator<string>): AsyncGenerator<string[]> {
  const { delimiter, text } = await readBeginning(texts);
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true, // a quote within a cell is one
    relax_column_count: true, // the number of cells is judged row by row
    skip_empty_lines: true,
    skip_records_with_empty_values: true, // spreadsheets write rows of nothing but delimiters
    max_record_size: MOST_ROW,
  });
  pipeline(Readable.from(joined(text, texts)), parser, () => {}); // the parser is destroyed with the error, if there is one
  try {
    yield* parser as AsyncIterable<string[]>;
  } catch (error) {
    throw faultOf(error) ?? error;
  }
}

async function* joined(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** Reads as far as the header line goes. A line `sep=;` before it, as Excel writes, names the delimiter. */
async function readBeginning(texts: AsyncGenerator<string>): Promise<{ delimiter: string; text: string }> {
  let text = '';
  let named: string | undefined;
  let at = 0;
  let isQuoted = false;
  for (;;) {
    for (; at < text.length; at++) {
      const sign = text[at];
      if (sign === '"') isQuoted = !isQuoted;
      if (isQuoted || (sign !== '\n' && sign !== '\r')) continue;
      const line = text.slice(0, at);
      const separator = named === undefined ? separatorIn(line) : undefined;
      if (separator === undefined && line.trim() !== '') return { delimiter: named ?? delimiterIn(line), text };
      if (separator !== undefined) named = checked(separator);
      text = text.slice(at + 1);
      at = -1;
    }
    if (text.length > MOST_ROW) throw invalid({ body: [TOO_LONG(1)] });
    const next = await texts.next();
    if (next.done) break;
    text += next.value;
  }
  if (text.trim() === '') throw invalid({ body: ['must have a header line'] });
  return { delimiter: named ?? delimiterIn(text), text };
}

function checked(delimiter: string): string {
  if (isDelimiter(delimiter)) return delimiter;
  throw invalid({ body: ['must have commas, semicolons or tabs between its cells'] });
}

const TOO_LONG = (line: number) =>
  `has a row of more than ${MOST_ROW.toLocaleString('en')} characters near line ${line}; is a quote not closed there?`;

function faultOf(error: unknown) {
  const { code, lines = 0 } = error as CsvError & { lines?: number };
  if (code === 'CSV_MAX_RECORD_SIZE') return invalid({ body: [TOO_LONG(lines)] });
  if (code === 'CSV_QUOTE_NOT_CLOSED') return invalid({ body: [`has a quote that is not closed, near line ${lines}`] });
  return null;
}
