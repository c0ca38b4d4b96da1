import { useSettingsTexts } from '../texts/settings.ts';
import type { RecordFormState, Words } from './use-record-form.ts';

/** Of each field that two people changed, what it is now and what is typed here. */
export function BothValues({ fields }: { fields: NonNullable<RecordFormState['conflict']>['fields'] }) {
  const { conflict: texts } = useSettingsTexts();
  return (
    <dl className="flex flex-col gap-2 pt-2 text-ink">
      {fields.map(({ label, now, yours }) => (
        <div key={label} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-2">
          <dt className="font-medium sm:col-span-2">{label}</dt>
          <Value label={texts.now} words={now} other={yours} />
          <Value label={texts.yours} words={yours} other={now} />
        </div>
      ))}
    </dl>
  );
}

/** In a long list, entries that the other one does not have stand out. */
function Value({ label, words, other }: { label: string; words: Words; other: Words }) {
  const { conflict: texts } = useSettingsTexts();
  return (
    <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
      {`${label}: `}
      {words.length === 0 && <i>{texts.empty}</i>}
      {typeof words === 'string' ? (
        words
      ) : (
        <ul className="list-disc pl-5 empty:hidden">
          {words.map((part, index) => (
            <li key={`${index} ${part}`}>{other.includes(part) ? part : <strong>{part}</strong>}</li>
          ))}
        </ul>
      )}
    </dd>
  );
}
