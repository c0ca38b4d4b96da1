import { Readable } from 'node:stream';
import { CSV_TYPE, JSON_LINES_TYPE } from '../../http/accept.ts';
import type { Reply } from '../../http/operation.ts';
import type { Call } from '../../operation.ts';
import type { FieldErrors } from '../../problems.ts';
import { readFilter } from '../listing/filter.ts';
import type { ExportQuery, Exports } from './exports.ts';
import { formats } from './formats.ts';

/** The list of leads as a whole, for callers that prefer one of these media types. */
export const exportForm = (exports: Exports) => ({
  types: {
    [CSV_TYPE]: 'The whole list, a row for each lead. Texts that a spreadsheet would run begin with an apostrophe.',
    [JSON_LINES_TYPE]: 'The whole list, a line for each lead: a Lead as JSON.',
  },
  ability: 'leads:export' as const,
  checkQuery: pageFaults,
  async handle(call: Call, mediaType: string): Promise<Reply> {
    const asked = call as Call<ExportQuery>;
    readFilter(asked.settings, asked.query); // what is wrong with it is known before anything is sent
    const format = formats[mediaType];
    if (format === undefined) throw new Error(`there is no export as ${mediaType}`);
    const headers = {
      'content-type': format.contentType,
      'content-disposition': `attachment; filename="leads-${fileTime(new Date())}.${format.extension}"`,
      vary: 'accept',
    };
    return { headers, body: call.isHead ? Readable.from([]) : await exports.open(asked, format) };
  },
});

/** `20261117T054400Z` */
const fileTime = (now: Date): string => `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** An export is the whole list, in one shape. */
function pageFaults(query: Readonly<Record<string, unknown>>): FieldErrors {
  const given = ['page[size]', 'page[after]'].filter((name) => Object.hasOwn(query, name));
  const faults = given.map((name) => [name, ['is not taken here: an export is the whole list']]);
  if (Object.hasOwn(query, 'include')) faults.push(['include', ['is not taken here: an export has leads as they are']]);
  return Object.fromEntries(faults);
}
