import { useSuspenseQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { optionsQuery } from '../../api/leads.ts';
import { labelOf } from '../../leads/field-input.tsx';
import { fieldValue } from '../../leads/stage-rules.ts';
import { useTexts } from '../../texts/texts.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.ts';
import { Card } from './card.tsx';
import { EditableField } from './editing/editable-field.tsx';
import type { Seen } from './editing/use-edit.ts';
import { useFieldText } from './field-text.ts';

const PLAIN = ['first_name', 'last_name', 'phone', 'email', 'source', 'estimated_value'];

/** As high as a finger needs. */
const LINK = '-my-0.5 inline-flex min-h-6 items-center text-accent underline wrap-anywhere';

/** The lead's fields, each changed in its place. */
export function DetailsCard({ now }: { now: Seen }) {
  const texts = useTexts();
  const options = useSuspenseQuery(optionsQuery).data;
  const textOf = useFieldText(options);
  const { lead } = now;
  const names = [...PLAIN, ...options.custom_fields.map(({ key }) => `custom_fields.${key}`)];
  const known = new Set(options.custom_fields.map(({ key }) => key));
  const archived = Object.keys(lead.custom_fields).filter((key) => !known.has(key));
  return (
    <Card title={texts.lead.details}>
      <dl>
        {names.map((name) => {
          const text = textOf(name, fieldValue(lead, name));
          return (
            <EditableField
              key={name}
              name={name}
              now={now}
              options={options}
              beside={
                (name === 'phone' || name === 'email') && (
                  <CopyButton what={labelOf(name, options, texts)} text={lead.contact[name] ?? ''} />
                )
              }
            >
              {text !== '' && name === 'phone' ? (
                <a href={`tel:${lead.contact.phone}`} className={LINK}>
                  {text}
                </a>
              ) : text !== '' && name === 'email' ? (
                <a href={`mailto:${lead.contact.email}`} className={LINK}>
                  {text}
                </a>
              ) : (
                text
              )}
            </EditableField>
          );
        })}
        {archived.map((key) => (
          <div key={key} className="flex flex-col gap-x-3 border-b border-line py-1.5 last:border-b-0 sm:flex-row">
            <dt className="shrink-0 pt-1 text-xs wrap-anywhere text-ink-soft sm:w-24 sm:pt-1.5 sm:text-sm">
              {`${key} (${texts.lead.archivedField})`}
            </dt>
            <dd className="min-w-0 py-1.5 break-words">{textOf('', lead.custom_fields[key])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function CopyButton({ what, text }: { what: string; text: string }) {
  const copy = useCopy();
  const { lead } = useTexts();
  return (
    <IconButton
      label={lead.copy(what)}
      icon={<Copy className="size-3.5" aria-hidden="true" />}
      onClick={() => void copy(what, text)}
    />
  );
}
