import type { Readable } from 'node:stream';
import { CSV_TYPE } from '../http/accept.ts';
import { BASE_PATH, locationHeader } from '../http/operation.ts';
import { newestPosition, PageQuery, pageReply, readPage } from '../http/pagination.ts';
import { List, One } from '../http/schema.ts';
import { Type } from '../http/type.ts';
import { usableSource } from '../leads/writing/patch.ts';
import { operation } from '../operation.ts';
import { faultsOf, found } from '../problems.ts';
import { failuresOf } from './failures.ts';
import { cancelImport, presentImport } from './imports.ts';
import type { ImportWorker } from './process/worker.ts';
import { findImport, listImports } from './queries.ts';
import { importLimits, type ReceivingParts, receiveImport } from './receive/receive.ts';
import { Import, ImportQuery } from './schemas.ts';

const common = { tag: 'Imports', ability: 'leads:import', scope: 'imports' } as const;
const ids = { public_id: 'import' } as const;

export const importOperations = (parts: ReceivingParts & { imports: ImportWorker }) => [
  operation({
    ...common,
    id: 'createImport',
    method: 'POST',
    path: '/imports',
    summary: 'Import leads from a CSV file',
    description:
      'The header line names the columns: those that are named like a field of create, or its label, map themselves; `mapping[<column>]` says what the others mean. A column that maps to nothing (unless `unmapped=ignore`), or two that map to one field, are refused before anything is stored. The answer comes when the file has come in; its rows are processed afterwards, each as a create, and once. One import of an organization runs at a time. To repeat an import is safe: its leads are there already.',
    query: ImportQuery,
    upload: {
      media: CSV_TYPE,
      bytes: importLimits.importBytes,
      description:
        'UTF-8, with or without a byte order mark; commas, semicolons or tabs between cells, a header line. Up to 200 MB, 1,000,000 rows and 250 columns.',
    },
    answers: { 202: { description: 'It will be processed', schema: One(Import), headers: locationHeader } },
    errors: ['conflict'],
    checkQuery: ({ source = null }, settings) => faultsOf(() => usableSource(settings, source)),
    handle: async (call) => {
      const publicId = await receiveImport(parts, call);
      parts.imports.nudge(call.actor.organizationId);
      const made = found(await findImport(call.sql, call.actor, publicId));
      const location = `${BASE_PATH}/imports/${publicId}`;
      return { status: 202, headers: { location }, body: { data: presentImport(made) } };
    },
  }),
  operation({
    ...common,
    id: 'listImports',
    method: 'GET',
    path: '/imports',
    summary: 'List imports, newest first',
    query: PageQuery,
    answers: { 200: { description: 'A page of imports', schema: List(Import) } },
    handle: async (call) => {
      const page = readPage(call);
      const rows = await listImports(call.sql, call.actor, page.after, page.limit);
      return pageReply(call, page, rows, newestPosition, presentImport);
    },
  }),
  operation({
    ...common,
    id: 'getImport',
    method: 'GET',
    path: '/imports/{public_id}',
    ids,
    summary: 'Read an import: how far it has come',
    answers: { 200: { description: 'The import', schema: One(Import) } },
    handle: async ({ sql, actor, ids }) => {
      const row = found(await findImport(sql, actor, ids.public_id));
      return { body: { data: presentImport(row) } };
    },
  }),
  operation({
    ...common,
    id: 'cancelImport',
    method: 'DELETE',
    path: '/imports/{public_id}',
    ids,
    summary: 'Stop an import',
    description: 'The leads that are in stay. An import that is over stays as it is.',
    answers: { 204: { description: 'It is stopped' } },
    handle: async ({ sql, actor, author, ids }) => {
      await cancelImport(sql, actor, author, ids.public_id);
      parts.imports.nudge(actor.organizationId);
      return { status: 204 };
    },
  }),
  operation({
    ...common,
    id: 'listImportFailures',
    method: 'GET',
    path: '/imports/{public_id}/failures',
    ids,
    summary: 'Read the rows that were refused, as CSV',
    description:
      'The number of the row (the first one after the header line is 1), the cells as sent, and why. Kept for 30 days after the end of the import. Texts that a spreadsheet would run are made harmless.',
    answers: {
      200: { description: 'The rows', schema: Type.String({ examples: ['row,Phone,why\r\n'] }), media: CSV_TYPE },
    },
    handle: async ({ sql, actor, ids }) => {
      const { id } = found(await findImport(sql, actor, ids.public_id));
      const body: Readable = await failuresOf(sql, actor.organizationId, id);
      return { body, headers: { 'content-type': `${CSV_TYPE}; charset=utf-8; header=present` } };
    },
  }),
];
