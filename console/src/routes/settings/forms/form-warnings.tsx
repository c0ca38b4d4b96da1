import type { RecordOf } from '../../../api/settings.ts';
import { useFormTexts } from '../../../texts/forms.ts';
import { Notice } from '../../../ui/notice.tsx';
import { asksForContact, type CustomField, missingIn } from './asked.ts';
import type { FormDraft } from './form-editor.tsx';

interface FormWarningsProps {
  draft: FormDraft;
  sources: readonly RecordOf<'sources'>[];
  customFields: readonly CustomField[];
}

/** What keeps the form from bringing leads, told while it is being built. */
export function FormWarnings({ draft, sources, customFields }: FormWarningsProps) {
  const { warnings } = useFormTexts();
  const missing = missingIn(draft.fields, customFields);
  const source = sources.find(({ public_id }) => public_id === draft.source);
  return (
    <>
      {!asksForContact(draft.fields) && <Notice kind="problem">{warnings.noContact}</Notice>}
      {missing.length > 0 && (
        <Notice kind="problem">{warnings.missing(missing.map(({ label }) => label).join(', '))}</Notice>
      )}
      {source?.archived && <Notice>{warnings.sourceArchived(source.name)}</Notice>}
    </>
  );
}
