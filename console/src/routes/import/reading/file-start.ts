import { columnName, type Delimiter, folded, MOST_BYTES, MOST_COLUMNS } from '../../../../../src/imports/header.ts';
import { type CsvFault, readBeginning, readRecords } from './csv.ts';

/** So much of a file is read for its preview, however large it is. */
export const READ_BYTES = 256 * 1_024;
const ROWS_SHOWN = 5;

/** Why a file cannot be imported, as far as its beginning shows. */
export type FileFault =
  | CsvFault
  | 'empty'
  | 'spreadsheet'
  | 'notUtf8'
  | 'tooLarge'
  | 'unreadable'
  | 'several'
  | 'noRows'
  | 'headless'
  | 'manyColumns'
  | 'columnName';

export interface FileStart {
  delimiter: Delimiter;
  columns: string[];
  /** The first rows. */
  rows: string[][];
}

export async function readFileStart(file: File): Promise<FileStart | { fault: FileFault }> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.slice(0, READ_BYTES).arrayBuffer());
  } catch {
    return { fault: 'unreadable' }; // a folder, say, or a file that is gone
  }
  return fileStartOf(file, bytes);
}

/** `bytes` are the first of the file. */
export function fileStartOf(
  { name, size }: { name: string; size: number },
  bytes: Uint8Array,
): FileStart | { fault: FileFault } {
  if (size === 0) return { fault: 'empty' };
  if (isSpreadsheet(name, bytes)) return { fault: 'spreadsheet' };
  if (size > MOST_BYTES) return { fault: 'tooLarge' };
  const isWhole = size <= bytes.length;
  const text = textOf(bytes, isWhole);
  if (text === null) return { fault: 'notUtf8' };
  if (isWhole && text.trim() === '') return { fault: 'empty' };
  const beginning = readBeginning(text, isWhole);
  if ('fault' in beginning) return beginning;
  const { delimiter } = beginning;
  const { records, isOpen } = readRecords(beginning.text, delimiter, ROWS_SHOWN + 1, isWhole);
  const [header, ...rows] = records;
  if (isOpen && isWhole && records.length <= ROWS_SHOWN) return { fault: 'quote' };
  if (header === undefined) return { fault: isWhole ? 'noHeader' : 'longHeader' };
  if (header.length > MOST_COLUMNS) return { fault: 'manyColumns' };
  if (header.some(looksLikeContact)) return { fault: 'headless' };
  if (isWhole && rows.length === 0) return { fault: 'noRows' };
  const columns: string[] = [];
  for (const [index, cell] of header.entries()) {
    const column = columnName(cell, index);
    if ('fault' in column) return { fault: 'columnName' };
    columns.push(column.text);
  }
  return { delimiter, columns, rows };
}

/** Null where it is not UTF-8. */
function textOf(bytes: Uint8Array, isWhole: boolean): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** How files of Excel and LibreOffice begin: as a ZIP archive, or as the older Excel's. */
const MAGIC = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

const isSpreadsheet = (name: string, bytes: Uint8Array): boolean =>
  /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i.test(name) ||
  MAGIC.some((magic) => magic.every((byte, index) => bytes[index] === byte));

/** No column is called like a phone number or an email: then the first line is a lead. */
const looksLikeContact = (cell: string): boolean =>
  /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(cell) || /^\+?\d{10,13}$/.test(folded(cell).replaceAll(/[().+]/g, ''));
