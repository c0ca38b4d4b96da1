import { useQuery } from '@tanstack/react-query';
import { recordsQuery } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { useLists } from '../../../format/lists.ts';
import { ArchiveButton } from '../../../settings/archive-button.tsx';
import { useSourcesTexts } from '../../../texts/sources.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Source } from './source-row.tsx';
import { isTaken } from './taken.ts';

export function ArchiveSource({ source, leads }: { source: Source; leads: number | undefined }) {
  const texts = useSourcesTexts();
  return (
    <ArchiveButton
      collection="sources"
      record={source}
      name={source.name}
      small
      explain={(error) => (isTaken(error) ? texts.taken : null)}
    >
      <Meaning id={source.public_id} leads={leads} />
    </ArchiveButton>
  );
}

/** Drawn, and what it needs read, only when somebody is asked. */
function Meaning({ id, leads }: { id: string; leads: number | undefined }) {
  const { archive: texts } = useSourcesTexts();
  const { number } = useFormat();
  const { and } = useLists();
  const forms = useQuery(recordsQuery('forms')).data ?? [];
  const rules = useQuery(recordsQuery('distribution-rules')).data ?? [];
  const named = (records: readonly { name: string }[]) => and(records.map(({ name }) => name));
  const usingForms = forms.filter(({ active, source }) => active && source?.public_id === id);
  const asks = ({ field, value }: { field: string; value?: unknown }) =>
    field === 'source' && [value].flat().includes(id);
  const usingRules = rules.filter(({ active, when }) => active && when.all?.some(asks));
  return (
    <>
      {leads !== undefined && <p>{leads === 0 ? texts.none : texts.stay(number(leads))}</p>}
      <p>{texts.refused}</p>
      {usingForms.length > 0 && <Notice kind="problem">{texts.forms(named(usingForms))}</Notice>}
      {usingRules.length > 0 && <Notice kind="problem">{texts.rules(named(usingRules))}</Notice>}
      <p className="text-ink-soft">{texts.undo}</p>
    </>
  );
}
