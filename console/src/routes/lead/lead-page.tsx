import { Trash2 } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { useFormat } from '../../format/format.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Composer } from './composer.tsx';
import { ContactActions } from './contact-actions.tsx';
import { DetailsCard } from './details-card.tsx';
import type { Seen } from './editing/use-edit.ts';
import { BackLink, LeadHead } from './lead-head.tsx';
import { OwnerCard } from './owner-card.tsx';
import { ScoreCard } from './score-card.tsx';
import { StatusPath } from './status-path.tsx';
import { Timeline } from './timeline/timeline.tsx';

const EraseDialog = lazyDialog(async () => (await import('./erase-dialog.tsx')).EraseDialog);

/** Everything about one lead. On phones the sections are stacked, with the timeline last. */
export function LeadPage({ now }: { now: Seen }) {
  const { lead } = now;
  const mayWrite = useMay()('leads:update');
  const area = useRef<HTMLTextAreaElement>(null);
  usePageTitle(useFormat().name(lead.contact));
  const writeNote = () => {
    area.current?.scrollIntoView({ block: 'center' });
    area.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="mx-auto flex max-w-6xl flex-col gap-4 p-4 md:p-6">
        <BackLink />
        <div className="flex flex-wrap items-start justify-between gap-3">
          <LeadHead lead={lead} />
          <ContactActions lead={lead} onNote={writeNote} />
        </div>
        <StatusPath lead={lead} />
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[24rem_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <DetailsCard now={now} />
            <ScoreCard lead={lead} />
            <OwnerCard lead={lead} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            {mayWrite && <Composer id={lead.public_id} area={area} />}
            <Timeline id={lead.public_id} />
            <Erase now={now} />
          </div>
        </div>
      </div>
      <ContactActions lead={lead} asBar onNote={writeNote} />
    </>
  );
}

function Erase({ now: { lead } }: { now: Seen }) {
  const { erase } = useTexts().lead;
  const mayErase = useMay()('leads:erase');
  const [isOpen, setOpen] = useState(false);
  if (!mayErase) return null;
  return (
    <div className="flex justify-end">
      <Button look="danger" icon={<Trash2 className="size-4" aria-hidden="true" />} onClick={() => setOpen(true)}>
        {erase.button}
      </Button>
      {isOpen && (
        <Suspense>
          <EraseDialog lead={lead} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
