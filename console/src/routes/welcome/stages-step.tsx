import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { optionsQuery } from '../../api/leads.ts';
import { useWelcomeTexts } from '../../texts/welcome.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Step } from './step.tsx';

export function StagesStep({ isDone, onDone }: { isDone: boolean; onDone: () => void }) {
  const { stages } = useWelcomeTexts();
  const { statuses } = useSuspenseQuery(optionsQuery).data;
  return (
    <Step number={2} title={stages.title} hint={stages.hint} isDone={isDone}>
      <ol className="flex flex-wrap items-center gap-1">
        {statuses.map((status, index) => (
          <li key={status.public_id} className="flex items-center gap-1">
            {index > 0 && <ChevronRight className="size-4 text-ink-soft" aria-hidden="true" />}
            <StatusBadge status={status} />
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-2">
        {!isDone && <Button onClick={onDone}>{stages.keep}</Button>}
        <Link to="/settings/pipeline" className={buttonClass('quiet')}>
          {stages.edit}
        </Link>
      </p>
    </Step>
  );
}
