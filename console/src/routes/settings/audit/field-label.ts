import { useQuery } from '@tanstack/react-query';
import { optionsQuery } from '../../../api/leads.ts';
import { useMay } from '../../../api/me.ts';
import { labelOf } from '../../../leads/field-input.tsx';
import { useAuditTexts } from '../../../texts/audit.ts';
import { useTexts } from '../../../texts/texts.tsx';

/** What a changed field is called; unknown ones by their own name. */
export function useFieldLabel(): (field: string) => string {
  const texts = useTexts();
  const { fields } = useAuditTexts();
  const mayRead = useMay()('leads:read');
  const { data: options } = useQuery({ ...optionsQuery, enabled: mayRead });
  return (field) => {
    const known = fields[field] ?? texts.common.fields[field as keyof typeof texts.common.fields];
    return known ?? (options === undefined ? field : labelOf(field, options, texts));
  };
}
