import { Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LeadOptions } from '../../../api/leads.ts';
import { useMay } from '../../../api/me.ts';
import { labelOf } from '../../../leads/field-input.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { EditForm } from './edit-form.tsx';
import type { Seen } from './use-edit.ts';

interface EditableFieldProps {
  name: string;
  now: Seen;
  options: LeadOptions;
  /** What is shown while nobody edits it; nothing if it is empty. */
  children: ReactNode;
  /** Beside the value, such as a button that copies it. */
  beside?: ReactNode;
}

/** A field of the lead, which becomes its own form. */
export function EditableField({ name, now, options, children, beside }: EditableFieldProps) {
  const texts = useTexts();
  const mayEdit = useMay()('leads:update');
  const [isEdited, setEdited] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    if (wasEdited.current && !isEdited) button.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const label = labelOf(name, options, texts);
  const isEmpty = children === null || children === undefined || children === '';
  return (
    <div className="flex flex-col gap-x-3 gap-y-0.5 border-b border-line py-1.5 last:border-b-0 sm:flex-row">
      <dt className="shrink-0 pt-1 text-xs wrap-anywhere text-ink-soft sm:w-24 sm:pt-1.5 sm:text-sm">{label}</dt>
      <dd className={`flex min-w-0 grow items-center gap-1 sm:mt-0 sm:items-start ${isEdited ? 'mt-1' : '-mt-1'}`}>
        {isEdited ? (
          <EditForm name={name} now={now} options={options} onDone={() => setEdited(false)} />
        ) : (
          <>
            <span className="min-w-0 grow py-1.5 break-words whitespace-pre-line">
              {isEmpty ? <span className="text-ink-soft">{texts.lead.empty}</span> : children}
            </span>
            {!isEmpty && beside}
            {mayEdit && (
              <IconButton
                ref={button}
                label={texts.lead.edit(label)}
                icon={<Pencil className="size-3.5" aria-hidden="true" />}
                onClick={() => setEdited(true)}
              />
            )}
          </>
        )}
      </dd>
    </div>
  );
}
