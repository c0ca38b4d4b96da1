import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { importQuery } from '../../api/imports.ts';
import { useMay } from '../../api/me.ts';
import { hasCode, sentenceOf } from '../../api/problems.ts';
import { SettingsPage } from '../../settings/settings-page.tsx';
import { useImportTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CancelButton } from './cancel-button.tsx';
import { ImportDetails } from './import-details.tsx';
import { NotAllowed } from './not-allowed.tsx';
import { StateBadges } from './state-badges.tsx';

/** One import: how far it is, and what came of it. It is read from the service alone, so any tab shows the same. */
export function OneImport() {
  const { importId } = useParams({ from: '/signed-in/import/$importId' });
  const texts = useTexts();
  const own = useImportTexts();
  const may = useMay();
  const query = useQuery({ ...importQuery(importId), enabled: may('leads:import') });
  const { data: shown, error } = query;
  const back = { to: '/import', label: own.one.back };
  if (!may('leads:import')) {
    return (
      <SettingsPage title={own.title}>
        <NotAllowed />
      </SettingsPage>
    );
  }
  if (hasCode(error, 'not_found')) {
    return (
      <SettingsPage title={own.title} back={back}>
        <Empty title={own.one.gone}>{own.one.goneHint}</Empty>
      </SettingsPage>
    );
  }
  if (shown === undefined) {
    return (
      <SettingsPage title={own.title} back={back}>
        {error === null ? (
          <Skeleton className="h-40" />
        ) : (
          <Notice kind="problem">
            <p>{sentenceOf(error, texts)}</p>
            <Button className="mt-1" busy={query.isFetching} onClick={() => void query.refetch()}>
              {texts.common.retry}
            </Button>
          </Notice>
        )}
      </SettingsPage>
    );
  }
  return (
    <SettingsPage
      title={shown.name}
      back={back}
      wide
      actions={
        <>
          <StateBadges shown={shown} />
          <CancelButton shown={shown} />
        </>
      }
    >
      {(error !== null || query.isPaused) && <Notice>{own.one.notRead}</Notice>}
      <ImportDetails shown={shown} />
      <Link to="/import" className={buttonClass('secondary', 'self-start')}>
        {own.one.again}
      </Link>
    </SettingsPage>
  );
}
