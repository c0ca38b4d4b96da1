import { collection } from '../../collection.ts';
import { Source, SourceCreate, SourcePatch } from './schemas.ts';
import { changeSource, createSource, presentSource } from './sources.ts';

export const sourceOperations = collection({
  path: 'sources',
  tag: 'Sources',
  noun: 'source',
  names: { one: 'Source', many: 'Sources' },
  kind: 'source',
  order: 'by name',
  schemas: { record: Source, create: SourceCreate, patch: SourcePatch },
  records: ({ sources }) => [...sources.byId.values()],
  positionOf: (row) => [row.name, row.id],
  present: presentSource,
  create: createSource,
  change: changeSource,
});
