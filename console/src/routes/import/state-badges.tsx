import { Ban, CircleAlert, CircleCheck, Clock, FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Import } from '../../api/imports.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const icon = 'size-3 shrink-0';

const looks: Record<Import['state'], [Tone, ReactNode]> = {
  receiving: ['info', <Spinner key="receiving" className={icon} />],
  queued: ['info', <Clock key="queued" className={icon} aria-hidden="true" />],
  running: ['info', <Spinner key="running" className={icon} />],
  done: ['good', <CircleCheck key="done" className={icon} aria-hidden="true" />],
  cancelled: ['plain', <Ban key="cancelled" className={icon} aria-hidden="true" />],
  failed: ['danger', <CircleAlert key="failed" className={icon} aria-hidden="true" />],
};

export function StateBadges({ shown: { state, dry_run } }: { shown: Import }) {
  const { states, trialBadge } = useImportTexts();
  const [tone, sign] = looks[state];
  return (
    <>
      {dry_run && (
        <Badge tone="warn" icon={<FlaskConical className={icon} aria-hidden="true" />}>
          {trialBadge}
        </Badge>
      )}
      <Badge tone={tone} icon={sign}>
        {states[state]}
      </Badge>
    </>
  );
}
