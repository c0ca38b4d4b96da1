import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMe } from '../../../api/me.ts';
import { recordsQuery } from '../../../api/settings.ts';
import { RecordList, RecordRow } from '../../../settings/record-list.tsx';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useWebhookTexts } from '../../../texts/webhooks.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StateBadge, useEventNames, useTrouble } from './state.tsx';

export function Webhooks() {
  const { name, hint } = useSettingsTexts().sections.webhooks;
  const { adminsOnly } = useWebhookTexts();
  if (useMe().role === 'admin') return <WebhookList />;
  return (
    <SettingsPage title={name} description={hint}>
      <Notice>{adminsOnly}</Notice>
    </SettingsPage>
  );
}

function WebhookList() {
  const { name, hint } = useSettingsTexts().sections.webhooks;
  const texts = useWebhookTexts();
  const eventNames = useEventNames();
  const troubleOf = useTrouble();
  const { data: webhooks } = useSuspenseQuery(recordsQuery('webhooks'));
  const create = (
    <Link to="/settings/webhooks/$record" params={{ record: 'new' }} className={buttonClass('primary')}>
      <Plus className="size-4" aria-hidden="true" />
      {texts.new}
    </Link>
  );
  return (
    <SettingsPage title={name} description={hint} actions={webhooks.length > 0 && create}>
      {webhooks.length === 0 ? (
        <Empty title={texts.empty} action={create}>
          {texts.emptyHint}
        </Empty>
      ) : (
        <RecordList label={name}>
          {webhooks.map((webhook) => (
            <RecordRow
              key={webhook.public_id}
              name={webhook.url}
              to={`/settings/webhooks/${webhook.public_id}`}
              badges={<StateBadge webhook={webhook} />}
              detail={
                <>
                  {webhook.description !== null && <p className="break-words">{webhook.description}</p>}
                  <p className="break-words">{eventNames(webhook.events)}</p>
                  {troubleOf(webhook) !== null && <p className="break-words text-danger">{troubleOf(webhook)}</p>}
                </>
              }
            />
          ))}
        </RecordList>
      )}
    </SettingsPage>
  );
}
