import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { leadline } from '../../api/client.ts';
import type { Lead } from '../../api/leads.ts';
import { useMay } from '../../api/me.ts';
import { OwnerPicker } from '../../leads/owner-picker.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { AssignmentReasons } from './assignment-reasons.tsx';
import { Folded } from './card.tsx';
import { Explained } from './explained.tsx';
import { useAssign } from './use-assign.ts';

/** Who has the lead and why, and who else could. */
export function OwnerCard({ lead }: { lead: Lead }) {
  const { lead: texts, common } = useTexts();
  const may = useMay();
  return (
    <Folded
      title={texts.assignment.title}
      summary={<span className="truncate">{lead.owner?.name ?? common.nobody}</span>}
    >
      <Assignment id={lead.public_id} />
      {may('leads:assign') && may('leads:update') && <Reassign lead={lead} />}
    </Folded>
  );
}

function Assignment({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['lead', id, 'assignment'],
    queryFn: ({ signal }) => leadline.leads.assignment(id, { signal }),
  });
  return <Explained query={query}>{(assignment) => <AssignmentReasons assignment={assignment} />}</Explained>;
}

const NOBODY = 'nobody';

function Reassign({ lead }: { lead: Lead }) {
  const { lead: texts, common } = useTexts();
  const assign = useAssign();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) place.current?.querySelector('input')?.focus();
    else if (wasOpen.current) place.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div ref={place} className="pt-3">
      {isOpen ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape within the picker, once its list is closed
        <div
          className="flex flex-col gap-2"
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) setOpen(false);
          }}
        >
          <OwnerPicker
            label={texts.assignment.choose}
            value={null}
            also={lead.owner === null ? [] : [{ value: NOBODY, label: common.nobody }]}
            onChange={async (choice) => {
              if (choice === null || busy) return;
              setBusy(true);
              await assign(lead, choice.value === NOBODY ? null : { public_id: choice.value, name: choice.label });
              setBusy(false);
              setOpen(false);
            }}
          />
          <Button className="self-start" busy={busy} onClick={() => setOpen(false)}>
            {common.cancel}
          </Button>
        </div>
      ) : (
        <Button onClick={() => setOpen(true)}>{texts.assignment.change}</Button>
      )}
    </div>
  );
}
