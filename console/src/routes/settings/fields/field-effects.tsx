import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countsQuery } from '../../../api/leads.ts';
import { useMay } from '../../../api/me.ts';
import { recordsQuery } from '../../../api/settings.ts';
import { useFormat } from '../../../format/format.ts';
import { useLists } from '../../../format/lists.ts';
import { CUSTOM } from '../../../leads/custom.ts';
import { Effects } from '../../../settings/effects.tsx';
import { useFieldsTexts } from '../../../texts/fields.ts';
import { type CustomField, type FieldFields, takesOptions } from './field-form.tsx';

/** Removed options whose leads are counted; each takes a request. */
const MOST_COUNTED = 5;

interface FieldEffectsProps {
  /** Null: it is being made. */
  before: CustomField | null;
  after: FieldFields;
}

/** What a change of a field means for leads, forms and imports, before it is saved. */
export function FieldEffects({ before, after }: FieldEffectsProps) {
  const { effects: texts, effectsTitle } = useFieldsTexts();
  const { or } = useLists();
  const required = useRequiredEffects(before, after);
  const removed =
    before !== null && takesOptions(after.type) ? before.options.filter((one) => !after.options.includes(one)) : [];
  const isTyped = before !== null && before.type !== after.type;
  const isAdded = removed.length > 0 && after.options.some((one) => !before?.options.includes(one));
  return (
    <Effects
      title={effectsTitle}
      sentences={[
        ...(isTyped ? [texts.type] : []),
        ...required,
        ...(removed.length > 0 ? [texts.removed(or(removed))] : []),
        ...(before === null
          ? []
          : removed
              .slice(0, MOST_COUNTED)
              .map((option) => <RemovedOption key={option} field={before} option={option} />)),
        ...(removed.length > 0 ? [texts.removedMany] : []),
        ...(isAdded ? [texts.renamed] : []),
      ]}
    />
  );
}

function useRequiredEffects(before: CustomField | null, after: FieldFields): string[] {
  const { effects: texts } = useFieldsTexts();
  const { and } = useLists();
  const isNew = after.required && before?.required !== true;
  const { data: forms } = useQuery({ ...recordsQuery('forms'), enabled: isNew });
  if (before?.required && !after.required) return [texts.optional];
  if (!isNew) return [];
  const name = CUSTOM + (before?.key ?? '');
  const open = forms?.filter(({ active }) => active);
  const without = open?.filter(({ fields }) => !fields.some(({ field }) => field === name)) ?? [];
  const isAsked = open !== undefined && without.length < open.length;
  return [
    texts.required,
    ...(before === null ? [] : [texts.requiredStay]),
    ...(isAsked ? [texts.formsAsk] : []),
    ...(forms === undefined ? [texts.formsUnknown] : []),
    ...(without.length > 0 ? [texts.formsRefuse(and(without.map(({ name }) => name)))] : []),
  ];
}

/** How many leads have it, and a link to them: after the change there is none. */
function RemovedOption({ field, option }: { field: CustomField; option: string }) {
  const { effects, leads, showLeads } = useFieldsTexts();
  const format = useFormat();
  const mayRead = useMay()('leads:read');
  const filters = { [CUSTOM + field.key]: option };
  const { data } = useQuery({ ...countsQuery('status', filters), enabled: mayRead });
  if (data === undefined) return option;
  const count = data.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      {effects.removedLeads(option, leads(count, format.number(count)))}{' '}
      {count > 0 && (
        <Link to="/leads" search={filters} className="text-accent underline">
          {showLeads}
        </Link>
      )}
    </>
  );
}
