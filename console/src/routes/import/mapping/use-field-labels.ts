import type { LeadOptions } from '../../../api/leads.ts';
import { CUSTOM } from '../../../leads/custom.ts';
import { labelOf } from '../../../leads/field-input.tsx';
import { useTexts } from '../../../texts/texts.tsx';

/** What a field is called. Custom fields with the same label are told apart by their keys. */
export function useFieldLabels(options: LeadOptions): (field: string) => string {
  const texts = useTexts();
  const labels = new Map<string, number>();
  for (const { label } of options.custom_fields) labels.set(label, (labels.get(label) ?? 0) + 1);
  return (field) => {
    const label = labelOf(field, options, texts);
    const isShared = field.startsWith(CUSTOM) && (labels.get(label) ?? 0) > 1;
    return isShared ? `${label} (${field.slice(CUSTOM.length)})` : label;
  };
}
