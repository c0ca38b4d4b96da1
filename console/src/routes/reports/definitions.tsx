import { useMe } from '../../api/me.ts';
import { useFormat } from '../../format/format.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { Notice } from '../../ui/notice.tsx';

interface DefinitionsProps {
  /** Names of figures with what they mean. */
  own: readonly (readonly string[])[];
  meta: { definition: string; unrecorded_changes?: number };
}

/** What the figures of a report mean, in plain words and as the service defines them. */
export function Definitions({ own, meta }: DefinitionsProps) {
  const texts = useReportTexts();
  const format = useFormat();
  const { scope } = useMe();
  const unrecorded = meta.unrecorded_changes ?? 0;
  return (
    <section
      aria-label={texts.definitions}
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4"
    >
      <h2 className="text-base font-semibold">{texts.definitions}</h2>
      <p>{texts.cohort}</p>
      {scope !== 'organization' && <p>{scope === 'own' ? texts.ownScope : texts.teamScope}</p>}
      {unrecorded > 0 && <Notice>{texts.unrecorded(format.number(unrecorded), unrecorded === 1)}</Notice>}
      <dl className="grid gap-x-4 gap-y-1 md:grid-cols-[max-content_1fr]">
        {own.map(([name, meaning]) => (
          <div key={name} className="md:contents">
            <dt className="font-medium">{name}</dt>
            <dd className="max-w-2xl pb-1 text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="tap py-1 text-accent">{texts.exact}</summary>
        <p lang="en" className="max-w-3xl pt-1 text-ink-soft">
          {meta.definition}
        </p>
      </details>
    </section>
  );
}
