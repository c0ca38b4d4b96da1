import { useNavigate, useSearch } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import type { Lead } from '../../api/leads.ts';
import { sentenceOf } from '../../api/problems.ts';
import { queryClient } from '../../api/query-client.ts';
import { useFormat } from '../../format/format.ts';
import { useLetterKeys } from '../../shell/letter-keys.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useQueue } from './queue.ts';
import { useQueueEvents } from './queue-events.ts';
import { QueueList } from './queue-list.tsx';
import { useWorkKeys } from './work-keys.ts';
import { WorkPanel } from './work-panel.tsx';

/** Whom to call now: the queue, and beside it the lead that is worked on. */
export function MyLeads() {
  const texts = useTexts();
  const { myLeads, common } = texts;
  const format = useFormat();
  const { leads, isPending, error, isFetching, isCut, sortAgain } = useQueue();
  const { lead: chosenId } = useSearch({ from: '/signed-in/my-leads' });
  const navigate = useNavigate({ from: '/my-leads' });
  const panel = useRef<HTMLElement>(null);

  const position = leads.findIndex(({ public_id }) => public_id === chosenId);
  // A lead that leaves the queue while it is worked on is shown on, until the person leaves it.
  const worked = useRef<{ lead: Lead; position: number } | null>(null);
  const listed = leads[position];
  if (listed !== undefined) worked.current = { lead: listed, position };
  else if (worked.current?.lead.public_id !== chosenId) worked.current = null;
  const chosen = worked.current?.lead;
  // Read when a step is made: keys may come faster than the address changes, and the queue changes while a note is being saved.
  // A lead that left stands between those that were next to it.
  const latest = useRef({ leads, position });
  const isGone = listed === undefined && worked.current !== null;
  latest.current = {
    leads,
    position: isGone ? Math.min(worked.current?.position ?? 0, leads.length) - 0.5 : position,
  };
  const beside = (by: 1 | -1) => {
    const { leads, position } = latest.current;
    return leads[by === 1 ? Math.floor(position + 1) : Math.ceil(position - 1)];
  };
  const choose = (lead: Lead | undefined, replace = true) => {
    latest.current.position = latest.current.leads.findIndex(({ public_id }) => public_id === lead?.public_id);
    void navigate({ search: lead === undefined ? {} : { lead: lead.public_id }, replace });
  };
  const step = (by: 1 | -1) => {
    const target = beside(by);
    if (target !== undefined) choose(target);
  };
  useWorkKeys(panel, step);
  useQueueEvents(leads);
  usePageTitle(myLeads.title);
  const hasKeys = useLetterKeys();

  if (error !== null && leads.length === 0) {
    const again = () => void queryClient.resetQueries({ queryKey: ['leads'] });
    return (
      <Empty title={common.problem} action={<Button onClick={again}>{common.retry}</Button>}>
        {sentenceOf(error, texts)}
      </Empty>
    );
  }
  return (
    <div className="flex h-full min-h-0 flex-col lg:flex-row">
      <section
        aria-label={myLeads.queue}
        className={`min-h-0 flex-col lg:flex lg:w-96 lg:shrink-0 lg:grow-0 lg:border-r lg:border-line ${chosen ? 'hidden' : 'flex grow'}`}
      >
        <header className="flex items-start gap-2 px-3 pt-4 pb-3">
          <div className="min-w-0 grow">
            <h1 className="text-xl font-semibold">{myLeads.title}</h1>
            <p className="text-ink-soft">
              {isPending ? common.loading : (isCut ? myLeads.hottest : myLeads.count)(format.number(leads.length))}
            </p>
          </div>
          <Button
            title={myLeads.reloadHint}
            busy={isFetching && !isPending}
            icon={<RefreshCw className="size-4" aria-hidden="true" />}
            onClick={() => void sortAgain()}
          >
            {myLeads.reload}
          </Button>
        </header>
        {isPending && <Skeleton className="mx-4 h-64" />}
        {!isPending && leads.length === 0 && <Empty title={myLeads.empty}>{myLeads.emptyHint}</Empty>}
        <QueueList leads={leads} chosen={chosen} onChoose={(lead) => choose(lead, chosen !== undefined)} />
      </section>
      {chosen !== undefined && <h1 className="sr-only lg:hidden">{myLeads.title}</h1>}
      <section
        ref={panel}
        className={`relative min-h-0 min-w-0 grow overflow-y-auto ${chosen ? '' : 'hidden lg:block'}`}
      >
        {chosen === undefined ? (
          leads.length > 0 && (
            <Empty title={myLeads.pick}>{hasKeys && <p className="hidden lg:block">{myLeads.keys}</p>}</Empty>
          )
        ) : (
          <WorkPanel
            key={chosen.public_id}
            lead={chosen}
            position={position === -1 ? null : position + 1}
            total={leads.length}
            onPrevious={beside(-1) === undefined ? null : () => step(-1)}
            onNext={beside(1) === undefined ? null : () => step(1)}
            onBack={() => choose(undefined)}
          />
        )}
      </section>
    </div>
  );
}
