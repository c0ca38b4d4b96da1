import type { Activity } from '@leadline/client';
import { useSuspenseQuery } from '@tanstack/react-query';
import { optionsQuery } from '../../../api/leads.ts';
import { labelOf } from '../../../leads/field-input.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import { useFieldText } from '../field-text.ts';

/** What came with a new enquiry that differs from the lead. */
export function Brought({ details }: { details: NonNullable<Activity['details']> }) {
  const texts = useTexts();
  const options = useSuspenseQuery(optionsQuery).data;
  const textOf = useFieldText(options);
  const { custom_fields = {}, ...plain } = details;
  const fields = [
    ...Object.entries(plain),
    ...Object.entries(custom_fields).map(([key, value]) => [`custom_fields.${key}`, value] as const),
  ];
  if (fields.length === 0) return <p className="text-ink-soft">{texts.lead.timeline.broughtNothing}</p>;
  return (
    <dl aria-label={texts.lead.timeline.brought} className="flex flex-col gap-1">
      {fields.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt className="wrap-anywhere text-ink-soft">
            {`${name === 'form' ? texts.lead.timeline.form : labelOf(name, options, texts)}:`}
          </dt>
          <dd className="min-w-0 break-words">{textOf(name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
