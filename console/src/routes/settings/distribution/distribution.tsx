import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type DistributionRule, rulesQuery } from '../../../api/distribution.ts';
import { useMay } from '../../../api/me.ts';
import { draftOf } from '../../../conditions/draft.ts';
import { useConditionFields } from '../../../conditions/fields.ts';
import { useConditionWords } from '../../../conditions/words.ts';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useOrder } from '../../../settings/use-order.ts';
import { useDistributionTexts } from '../../../texts/distribution.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { usePoolWords } from './pool-words.ts';
import { RuleRow } from './rule-row.tsx';

/** The rules in the order in which they are tried, and what happens where none of them helps. */
export function Distribution() {
  const { sections, readOnly } = useSettingsTexts();
  const texts = useDistributionTexts();
  const mayWrite = useMay()('settings:write');
  const { data } = useSuspenseQuery(rulesQuery);
  const { shown: rules, move } = useOrder('distribution-rules', data, texts.changedMeanwhile);
  const say = useConditionWords(useConditionFields());
  const poolOf = usePoolWords(data);
  const [deleting, setDeleting] = useState<DistributionRule | null>(null);
  const add = mayWrite && (
    <Link to="/settings/distribution/$record" params={{ record: 'new' }} className={buttonClass('primary')}>
      <Plus className="size-4" aria-hidden="true" />
      {texts.add}
    </Link>
  );
  return (
    <SettingsPage title={sections.distribution.name} description={texts.intro} actions={rules.length > 0 && add}>
      {!mayWrite && <Notice>{readOnly}</Notice>}
      {rules.length === 0 ? (
        <Empty title={texts.emptyTitle} action={add}>
          {texts.empty}
        </Empty>
      ) : (
        <SortableList
          label={texts.list}
          items={rules}
          idOf={({ public_id }) => public_id}
          nameOf={({ name }) => name}
          onMove={move}
          disabled={!mayWrite}
        >
          {(rule, index) => (
            <RuleRow
              rule={rule}
              number={index + 1}
              condition={say(draftOf(rule.when))}
              pool={poolOf(rule)}
              isBehind={rules.slice(0, index).some(({ active, when }) => active && !when.all?.length)}
              onDelete={() => setDeleting(rule)}
            />
          )}
        </SortableList>
      )}
      <section aria-labelledby="fallback" className="rounded-md border border-dashed border-line-strong p-3">
        <h2 id="fallback" className="font-medium">
          {texts.fallbackTitle}
        </h2>
        <p className="text-ink-soft">{texts.fallback}</p>
      </section>
      {deleting !== null && <DeleteDialog seen={{ record: deleting, etag: null }} onClose={() => setDeleting(null)} />}
    </SettingsPage>
  );
}
