import { useQuery } from '@tanstack/react-query';
import { recordsQuery } from '../../../api/settings.ts';
import { useLists } from '../../../format/lists.ts';
import { CUSTOM } from '../../../leads/custom.ts';
import { ArchiveButton } from '../../../settings/archive-button.tsx';
import { useFieldsTexts } from '../../../texts/fields.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { CustomField } from './field-form.tsx';

export const ArchiveField = ({ field }: { field: CustomField }) => (
  <ArchiveButton collection="custom-fields" record={field} name={field.label}>
    <Meaning name={CUSTOM + field.key} />
  </ArchiveButton>
);

/** Drawn, and what it needs read, only when somebody is asked. */
function Meaning({ name }: { name: string }) {
  const { archive: texts } = useFieldsTexts();
  const { and } = useLists();
  const forms = useQuery(recordsQuery('forms')).data ?? [];
  const stages = useQuery(recordsQuery('statuses')).data ?? [];
  const asking = forms.filter(({ active, fields }) => active && fields.some(({ field }) => field === name));
  const needing = stages.filter(({ archived, required_fields }) => !archived && required_fields.includes(name));
  const named = (records: readonly { name: string }[]) => and(records.map((one) => one.name));
  return (
    <>
      <p>{texts.stay}</p>
      {asking.length > 0 && <p>{texts.forms(named(asking))}</p>}
      {needing.length > 0 && <Notice kind="problem">{texts.stages(named(needing))}</Notice>}
      <p className="text-ink-soft">{`${texts.key} ${texts.undo}`}</p>
    </>
  );
}
