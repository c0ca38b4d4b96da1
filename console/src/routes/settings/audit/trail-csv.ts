import type { AuditEntry } from '../../../api/audit.ts';
import { wallClock } from '../../../format/zoned.ts';
import { csvOf } from '../../../leads/csv.ts';
import type { audit } from '../../../texts/en/audit.ts';
import { isNamed, knownName } from './names.ts';

interface Writing {
  texts: typeof audit;
  timeZone: string;
  actorName: (actor: AuditEntry['actor']) => string;
  labelOf: (field: string) => string;
}

/** The entries that are shown, one a line. */
export function trailCsv(entries: readonly AuditEntry[], { texts, timeZone, actorName, labelOf }: Writing): string {
  const { time, who, what, kind, record, changes, address, request } = texts.columns;
  return csvOf([
    [time, who, what, kind, record, changes, address, request],
    ...entries.map((entry) => [
      wallClock(new Date(entry.occurred_at), timeZone).replace('T', ' '),
      actorName(entry.actor),
      texts.actions[entry.action] ?? entry.action,
      texts.kinds[entry.subject.type] ?? entry.subject.type,
      entry.subject.name ?? knownName(entry.subject.public_id),
      entry.changes.map(({ field, from, to }) => `${labelOf(field)}: ${textOf(from)} → ${textOf(to)}`).join('; '),
      entry.address,
      entry.request_id,
    ]),
  ]);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (isNamed(value)) return knownName(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
