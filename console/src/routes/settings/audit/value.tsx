import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../format/format.ts';
import { useAuditTexts } from '../../../texts/audit.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { isNamed, useName } from './names.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A value of a changed field as people read it: ids by their names, times in the organization's zone. */
export function Value({ field, value }: { field: string; value: unknown }): ReactNode {
  const { common, lead } = useTexts();
  const words = useWords();
  const format = useFormat();
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <i className="text-ink-soft">{lead.timeline.nothing}</i>;
  }
  if (isNamed(value)) return <Name id={value} />;
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (typeof value === 'number') return field === 'estimated_value' ? format.money(value) : format.number(value);
  if (typeof value === 'string') {
    if (field === 'phone') return format.phone(value);
    if (TIME.test(value)) return format.time(value);
    return words[field]?.[value] ?? value;
  }
  if (Array.isArray(value)) return <List field={field} values={value} />;
  return <Parts field={field} value={value} />;
}

/** What the values of a field mean, where it takes a few words only. */
function useWords(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const { lead, leads, roles } = useTexts();
  const { onDuplicate } = useAuditTexts();
  return { role: roles, kind: leads.filters.kinds, strategy: lead.assignment.strategies, on_duplicate: onDuplicate };
}

/** So many of a list are shown: each may be named by a request of its own. */
const SHOWN = 5;
/** So many more at a press. */
const MORE = 50;

function List({ field, values }: { field: string; values: readonly unknown[] }) {
  const { moreValues } = useAuditTexts();
  const format = useFormat();
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      {values.slice(0, shown).map((one, place) => (
        <span key={`${place} ${JSON.stringify(one)}`}>
          {place > 0 && ', '}
          <Value field={field} value={one} />
        </span>
      ))}
      {values.length > shown && (
        <>
          {' '}
          <button
            type="button"
            className="tap inline text-accent hover:underline"
            onClick={() => setShown(shown + MORE)}
          >
            {moreValues(format.number(values.length - shown))}
          </button>
        </>
      )}
    </>
  );
}

/** A value with parts, such as a field of a form: those that are set. */
function Parts({ field, value }: { field: string; value: object }) {
  const { fields } = useAuditTexts();
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== false);
  return (
    <span>
      {parts.map(([name, part], place) => (
        <span key={name}>
          {place > 0 && ' · '}
          {part === true ? (fields[name] ?? name) : <Value field={name === 'value' ? field : name} value={part} />}
        </span>
      ))}
    </span>
  );
}

export function Name({ id }: { id: string }) {
  const { unknown } = useAuditTexts();
  const name = useName(id);
  if (name === undefined) return '…';
  return name ?? <i className="text-ink-soft">{unknown}</i>;
}
