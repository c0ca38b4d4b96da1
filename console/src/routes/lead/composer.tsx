import type { ActivityCreate } from '@leadline/client';
import { type KeyboardEvent, type Ref, useRef } from 'react';
import { useMe } from '../../api/me.ts';
import { wallClock } from '../../format/zoned.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from './card.tsx';
import { KindIcon } from './timeline/kind-icon.tsx';
import { useWriteDown, type Written } from './use-write-down.ts';

const kinds: readonly Written['kind'][] = [
  'note',
  'call',
  'whatsapp',
  'email',
  'sms',
  'meeting',
  'visit',
  'other',
] satisfies ('note' | ActivityCreate['kind'])[];

/** Writes down a note or an activity. What is typed survives a reload. */
export function Composer({ id, area }: { id: string; area: Ref<HTMLTextAreaElement> }) {
  const { composer, note, kinds: names } = useTexts().lead;
  const { organization } = useMe();
  const { written, write, send, errors, problem, busy } = useWriteDown(id);
  const form = useRef<HTMLFormElement>(null);
  const isNote = written.kind === 'note';
  const now = () => wallClock(new Date(), organization.time_zone);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };

  return (
    <Card title={composer.title}>
      <form
        ref={form}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        className="flex flex-col gap-2"
      >
        <fieldset className="-mx-1 flex min-w-0 gap-1 overflow-x-auto px-1 py-1 md:flex-wrap md:gap-0.5">
          <legend className="sr-only">{composer.kind}</legend>
          {kinds.map((kind) => (
            <label
              key={kind}
              className="tap relative inline-flex shrink-0 cursor-pointer items-center gap-1.5 rounded-full border border-line px-2 py-1 text-xs select-none md:gap-1 md:px-1.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="kind"
                className="absolute inset-0 cursor-pointer opacity-0"
                checked={written.kind === kind}
                onChange={() => write({ ...written, kind })}
              />
              <KindIcon kind={kind} className="size-3.5" />
              {kind === 'note' ? note : names[kind]}
            </label>
          ))}
        </fieldset>
        <TextArea
          ref={area}
          label={isNote ? composer.noteLabel : composer.summaryLabel}
          hideLabel
          placeholder={isNote ? composer.notePlaceholder : composer.summaryPlaceholder}
          maxLength={isNote ? 10_000 : 2_000}
          value={written.text}
          errors={errors[isNote ? 'body' : 'summary']}
          onChange={(event) => write({ ...written, text: event.target.value })}
        />
        {!isNote && (
          <div className="flex flex-wrap gap-2">
            <SelectField
              label={composer.when}
              options={[
                { value: 'now', label: composer.now },
                { value: 'earlier', label: composer.earlier },
              ]}
              value={written.at === null ? 'now' : 'earlier'}
              onChange={(event) => write({ ...written, at: event.target.value === 'now' ? null : now() })}
            />
            {written.at !== null && (
              <TextField
                label={composer.time}
                type="datetime-local"
                max={now()}
                value={written.at}
                errors={errors.occurred_at}
                onChange={(event) => write({ ...written, at: event.target.value })}
              />
            )}
          </div>
        )}
        {problem !== '' && <Notice kind="problem">{problem}</Notice>}
        <div className="flex items-center gap-3">
          <Button type="submit" look="primary" busy={busy}>
            {isNote ? composer.addNote : composer.addActivity}
          </Button>
          <span className="hidden text-xs text-ink-soft md:inline">{composer.hint}</span>
        </div>
      </form>
    </Card>
  );
}
