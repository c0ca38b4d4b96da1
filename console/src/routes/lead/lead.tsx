import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { leadQuery } from '../../api/leads.ts';
import { hasCode, sentenceOf } from '../../api/problems.ts';
import { useLeadEvents } from '../../live/live.tsx';
import { Rereading } from '../../live/rereading.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BackLink } from './lead-head.tsx';
import { LeadPage } from './lead-page.tsx';

/** Many leads may be erased at once. */
const ERASURES = { soonMs: 500, everyMs: 5_000, exact: true };

/** The screen of one lead, whatever became of it. */
export function Lead() {
  const { leadId } = useParams({ from: '/signed-in/leads/$leadId' });
  const { data, error, refetch, isFetching } = useQuery(leadQuery(leadId));
  const erasures = useMemo(() => new Rereading(ERASURES), []);
  useEffect(() => () => erasures.stop(), [erasures]);
  useLeadEvents(({ type, lead }) => {
    // The event does not say any more which lead was erased.
    if (type === 'lead.erased' && lead === null) erasures.ask(...leadQuery(leadId).queryKey);
  });
  useEffect(() => {
    // The page may have been in sight all along, beside another window: then nothing else reads the lead again.
    const onFocus = () => void refetch({ cancelRefetch: false });
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [refetch]);
  if (hasCode(error, 'not_found')) return <NotThere />;
  // Keyed, so that nothing typed about one lead ends up at another.
  if (data !== undefined) return <LeadPage key={leadId} now={data} />;
  if (error !== null) return <NotLoaded error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return <Waiting />;
}

function NotThere() {
  const { lead } = useTexts();
  usePageTitle(lead.notFound);
  return (
    <div className="flex flex-col p-4 md:p-6">
      <BackLink />
      <h1 className="sr-only">{lead.notFound}</h1>
      <Empty
        title={lead.notFound}
        action={
          <Link to="/leads" className={buttonClass()}>
            {lead.toLeads}
          </Link>
        }
      >
        {lead.notFoundHint}
      </Empty>
    </div>
  );
}

function NotLoaded({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  const texts = useTexts();
  usePageTitle(texts.lead.loadFailed);
  return (
    <div role="alert" className="p-4 md:p-6">
      <h1 className="sr-only">{texts.lead.loadFailed}</h1>
      <Empty
        title={texts.lead.loadFailed}
        action={
          <Button busy={busy} onClick={onRetry}>
            {texts.common.retry}
          </Button>
        }
      >
        {sentenceOf(error, texts)}
      </Empty>
    </div>
  );
}

function Waiting() {
  const { common } = useTexts();
  usePageTitle(common.loading);
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <h1 className="sr-only">{common.loading}</h1>
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
