import type { AuditEntry } from '@leadline/client';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { optionsQuery } from '../../../api/leads.ts';
import { labelOf } from '../../../leads/field-input.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import { useFieldText } from '../field-text.ts';
import { isReferring, ReferenceName } from './reference-name.tsx';

/** Each changed field with what was there before and what is there after. */
export function ChangeList({ changes }: { changes: AuditEntry['changes'] }) {
  const texts = useTexts();
  const options = useSuspenseQuery(optionsQuery).data;
  const textOf = useFieldText(options);
  const show = (field: string, value: unknown): ReactNode => {
    if (isReferring(field) && typeof value === 'string') return <ReferenceName field={field} id={value} />;
    if (field === 'owner') return texts.common.nobody;
    if (field === 'kind') return texts.lead.kinds[value as keyof typeof texts.lead.kinds] ?? String(value);
    return textOf(field, value) || <i className="text-ink-soft">{texts.lead.timeline.nothing}</i>;
  };
  return (
    <ul className="flex flex-col gap-1">
      {changes.map(({ field, from, to }) => (
        <li key={field} className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="wrap-anywhere text-ink-soft">
            {`${texts.lead.timeline.fields[field] ?? labelOf(field, options, texts)}:`}
          </span>
          {from !== null && (
            <>
              <span className="sr-only">{texts.lead.timeline.before}</span>
              <del className="min-w-0 break-words text-ink-soft">{show(field, from)}</del>
              <ArrowRight className="size-3 shrink-0 self-center text-ink-soft" aria-hidden="true" />
              <span className="sr-only">{texts.lead.timeline.afterwards}</span>
            </>
          )}
          <span className="min-w-0 break-words">{show(field, to)}</span>
        </li>
      ))}
    </ul>
  );
}
