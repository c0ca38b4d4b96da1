import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { rulesQuery } from '../../../api/distribution.ts';
import { fieldErrors, isProblem } from '../../../api/problems.ts';
import type { ConditionField } from '../../../conditions/fields.ts';
import { focusFirstFault } from '../../../settings/first-fault.ts';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import { useDistributionTexts } from '../../../texts/distribution.ts';
import { type RuleFields, rulesWith } from './rule-draft.ts';
import { TryOne } from './try-one.tsx';
import { TryRange } from './try-range.tsx';

interface TryItProps {
  /** Null: the rule is being made. */
  id: string | null;
  draft: RuleFields;
  fields: readonly ConditionField[];
  /** Told what is wrong with the draft, by the names that its form knows. */
  onRefused: (errors: Readonly<Record<string, string[]>>) => void;
}

/** What the rules would do with the draft among them, before anything is saved. */
export function TryIt({ id, draft, fields, onRefused }: TryItProps) {
  const { try: texts, new: unnamed } = useDistributionTexts();
  const place = useRef<HTMLDivElement>(null);
  const { data } = useSuspenseQuery(rulesQuery);
  const { rules, at } = rulesWith(data, id, draft, fields, unnamed);
  /** Says what of the draft was refused at its fields; true if that was all. */
  const refuse = (error: unknown): boolean => {
    const own = `rules.${at}.`;
    const all = Object.entries(fieldErrors(error));
    const ofDraft = all.filter(([field]) => field.startsWith(own));
    focusFirstFault(place.current?.closest('form') ?? null);
    onRefused(Object.fromEntries(ofDraft.map(([field, messages]) => [field.slice(own.length), messages])));
    return isProblem(error) && all.length > 0 && ofDraft.length === all.length;
  };
  return (
    <div ref={place}>
      <SettingsCard title={texts.title} hint={texts.hint}>
        {id === null && data.length > 0 && <p>{texts.last}</p>}
        <TryRange rules={rules} onError={refuse} />
        <TryOne rules={rules} onError={refuse} />
      </SettingsCard>
    </div>
  );
}
