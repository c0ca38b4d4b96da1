import { type Delimiter, delimiterIn, isDelimiter, separatorIn } from '../../../../../src/imports/header.ts';

export type CsvFault = 'noHeader' | 'longHeader' | 'delimiter' | 'quote';

interface Beginning {
  delimiter: Delimiter;
  /** From the header line on. */
  text: string;
}

/** Finds the header line and what stands between its cells, as the service does. `isWhole`: nothing comes after the text. */
export function readBeginning(text: string, isWhole: boolean): Beginning | { fault: CsvFault } {
  let named: Delimiter | undefined;
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted || (sign !== '\n' && sign !== '\r')) continue;
    const line = text.slice(start, at);
    const separator = named === undefined ? separatorIn(line) : undefined;
    if (separator === undefined && line.trim() !== '') {
      return { delimiter: named ?? delimiterIn(line), text: text.slice(start) };
    }
    if (separator !== undefined) {
      if (!isDelimiter(separator)) return { fault: 'delimiter' };
      named = separator;
    }
    start = at + 1;
  }
  const rest = text.slice(start);
  if (!isWhole) return { fault: 'longHeader' };
  return rest.trim() === '' ? { fault: 'noHeader' } : { delimiter: named ?? delimiterIn(rest), text: rest };
}

export interface Records {
  records: string[][];
  /** The text ended within quotes. */
  isOpen: boolean;
}

/**
 * The first records of a text, as the service reads them: a quote within a cell is one, and rows without any value are left
 * out. Of a text that goes on, the last record is left out, too, since it may.
 */
export function readRecords(text: string, delimiter: string, most: number, isWhole: boolean): Records {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  let wasQuoted = false;
  const endCell = () => {
    record.push(cell);
    cell = '';
    wasQuoted = false;
  };
  const endRecord = () => {
    if (record.length === 0 && cell === '' && !wasQuoted) return;
    endCell();
    if (record.some((one) => one.trim() !== '')) records.push(record);
    record = [];
  };
  const isEnd = (sign: string | undefined) =>
    sign === undefined || sign === delimiter || sign === '\n' || sign === '\r';
  for (let at = 0; at < text.length && records.length < most; at++) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else {
        isQuoted = false;
        wasQuoted = true;
        if (!isEnd(text[at + 1])) cell = `"${cell}"`; // it was no quoted cell after all
      }
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === delimiter) endCell();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at++;
      endRecord();
    } else cell += sign;
  }
  if (isWhole && !isQuoted && records.length < most) endRecord();
  return { records, isOpen: isQuoted };
}
