import { type ReactNode, useState } from 'react';
import { useMe } from '../../../api/me.ts';
import { useFormTexts } from '../../../texts/forms.ts';
import { type Language, languages, useLanguage } from '../../../texts/texts.tsx';
import { type Asked, askedOf, type CustomField, visibleWords } from './asked.ts';
import type { FormDraft } from './form-editor.tsx';

/** The form as its page shows it. It follows every key that is typed; nothing in it can be filled in. */
export function FormPreview({ draft, customFields }: { draft: FormDraft; customFields: readonly CustomField[] }) {
  const { preview: texts } = useFormTexts();
  const { organization } = useMe();
  const [own] = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const words = visibleWords[language];
  const asked = askedOf(draft.fields, { customFields, language, currency: organization.currency });
  const isEither = ['phone', 'email'].every((name) => asked.some((field) => field.name === name && !field.required));
  const hasRequired = asked.some(({ required }) => required);
  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-2 lg:sticky lg:top-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="preview" className="grow text-base font-semibold">
          {texts.title}
        </h2>
        <select
          aria-label={texts.language}
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language)}
          className="field-box w-auto! py-1! pr-8"
        >
          {Object.entries(languages).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <p className="text-xs text-ink-soft">{draft.active ? texts.hint : texts.closed}</p>
      <div lang={language} className="rounded-lg border border-line bg-surface p-5 shadow-raised">
        <p className="text-xs font-semibold break-words text-ink-soft">{organization.name}</p>
        <p className="pb-3 text-xl font-semibold break-words">{draft.name.trim() || texts.heading}</p>
        <p className="pb-3 text-xs text-ink-soft">
          {isEither && `${words.contact} `}
          {hasRequired && words.required}
        </p>
        <fieldset disabled className="flex min-w-0 flex-col gap-4">
          <legend className="sr-only">{texts.title}</legend>
          {asked.length === 0 && <p className="text-ink-soft">{texts.empty}</p>}
          {asked.map((field) => (
            <PreviewField key={field.name} field={field} words={words} />
          ))}
          <span className="self-start rounded-md bg-accent px-5 py-2 font-semibold text-on-accent">{words.send}</span>
        </fieldset>
      </div>
      <h3 className="pt-1 text-sm font-medium">{texts.after}</h3>
      <p lang={language} className="rounded-md bg-good-soft p-3 font-medium break-words whitespace-pre-line text-good">
        {draft.success_message.trim() || words.success}
      </p>
    </section>
  );
}

type Words = (typeof visibleWords)['en'];

function PreviewField({ field, words }: { field: Asked; words: Words }) {
  const label = (
    <>
      {field.label}
      {field.required && (
        <span aria-hidden="true" className="text-danger">
          {' *'}
        </span>
      )}
    </>
  );
  const type = field.custom?.type;
  if (type === 'boolean' || type === 'multi_select') {
    const options = type === 'boolean' ? [words.yes, words.no] : (field.custom?.options ?? []);
    return (
      <fieldset data-field={field.name} className="min-w-0">
        <legend className="pb-1 font-semibold break-words">{label}</legend>
        <div className={type === 'boolean' ? 'flex gap-6' : 'flex flex-col gap-1'}>
          {options.map((option) => (
            <label key={option} className="flex items-center gap-2 py-0.5">
              <input type={type === 'boolean' ? 'radio' : 'checkbox'} className="size-4 shrink-0" />
              <span className="min-w-0 break-words">{option}</span>
            </label>
          ))}
        </div>
      </fieldset>
    );
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what `control` draws
    <label data-field={field.name} className="flex min-w-0 flex-col gap-1">
      <span className="font-semibold break-words">{label}</span>
      {control(field, words)}
    </label>
  );
}

const BOX = 'w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 py-2 text-ink opacity-100!';

function control({ custom, required }: Asked, words: Words): ReactNode {
  switch (custom?.type) {
    case 'select':
      return (
        <select required={required} className={BOX}>
          <option>{words.choose}</option>
        </select>
      );
    case 'text':
      return <textarea rows={1} required={required} className={`${BOX} resize-none`} />;
    case 'date':
      return <input type="date" required={required} className={BOX} />;
    default:
      return <input type="text" required={required} className={BOX} />;
  }
}
