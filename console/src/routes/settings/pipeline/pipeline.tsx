import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay, useMe } from '../../../api/me.ts';
import { RecordList, RecordRow } from '../../../settings/record-list.tsx';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useOrder } from '../../../settings/use-order.ts';
import { usePipelineTexts } from '../../../texts/pipeline.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { KindBadge } from './kind-badge.tsx';
import { StageFigures, StageRow } from './stage-row.tsx';
import { useStageCounts, useStages } from './stages.ts';

/** The stages in their order, with what each holds and asks for. */
export function Pipeline() {
  const { sections, readOnly, showArchived } = useSettingsTexts();
  const texts = usePipelineTexts();
  const mayWrite = useMay()('settings:write');
  const { scope } = useMe();
  const stages = useStages();
  const counts = useStageCounts();
  const order = useOrder('statuses', stages, texts.orderLost);
  const [isShown, setShown] = useState(false);
  const archived = stages.filter((stage) => stage.archived);
  const figures = (id: string) => <StageFigures id={id} figures={counts?.get(id)} />;
  return (
    <SettingsPage
      title={sections.pipeline.name}
      description={scope === 'organization' ? texts.hint : `${texts.hint} ${texts.yourLeads}`}
      actions={
        mayWrite && (
          <Link to="/settings/pipeline/$record" params={{ record: 'new' }} className={buttonClass('primary')}>
            <Plus className="size-4" aria-hidden="true" />
            {texts.add}
          </Link>
        )
      }
    >
      {!mayWrite && <Notice>{readOnly}</Notice>}
      <div className="flex flex-col gap-2">
        <SortableList
          label={texts.list}
          items={order.shown}
          idOf={({ public_id }) => public_id}
          nameOf={({ name }) => name}
          onMove={order.move}
          disabled={!mayWrite}
        >
          {(stage) => (
            <StageRow stage={stage} stages={stages}>
              {figures(stage.public_id)}
            </StageRow>
          )}
        </SortableList>
      </div>
      {archived.length > 0 && (
        <Checkbox label={showArchived} checked={isShown} onChange={(event) => setShown(event.target.checked)} />
      )}
      {isShown && (
        <RecordList label={texts.archivedList}>
          {archived.map(({ public_id, name, kind }) => (
            <RecordRow
              key={public_id}
              name={name}
              to={`/settings/pipeline/${public_id}`}
              badges={<KindBadge kind={kind} />}
              actions={figures(public_id)}
            />
          ))}
        </RecordList>
      )}
    </SettingsPage>
  );
}
