import { collection } from '../../collection.ts';
import { Status, StatusCreate, StatusPatch } from './schemas.ts';
import { changeStatus, checkStageRules, createStatus, presentStatus } from './statuses.ts';

export const statusOperations = collection({
  path: 'statuses',
  tag: 'Statuses',
  noun: 'status',
  names: { one: 'Status', many: 'Statuses' },
  kind: 'status',
  order: 'by position, then name',
  schemas: { record: Status, create: StatusCreate, patch: StatusPatch },
  notes: {
    create: 'Without a `position` it becomes the last. `initial` moves here from the status that had it.',
    change: '`initial` moves here from the status that had it. The initial status cannot be archived.',
  },
  checks: { references: (input, settings) => checkStageRules(input, settings) },
  records: ({ statuses }) => [...statuses.byId.values()],
  positionOf: (row) => [row.position, row.name, row.id],
  present: presentStatus,
  create: createStatus,
  change: changeStatus,
});
