import { Link } from '@tanstack/react-router';
import { FileText, KeyRound, type LucideIcon, Plus, Upload } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useShowCreated } from '../../leads/new-lead-button.tsx';
import { useWelcomeTexts } from '../../texts/welcome.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Step } from './step.tsx';

const NewLeadDialog = lazyDialog(async () => (await import('../../leads/new-lead-dialog.tsx')).NewLeadDialog);

const CARD = 'tap flex h-full w-full items-start gap-3 rounded-md border border-line p-3 text-left hover:bg-hover';

export function FirstLeadsStep({ hasLead }: { hasLead: boolean }) {
  const { leads } = useWelcomeTexts();
  const [isOpen, setOpen] = useState(false);
  const show = useShowCreated();
  return (
    <Step number={3} title={leads.title} hint={leads.hint} isDone={hasLead}>
      {hasLead && <p role="status">{leads.first}</p>}
      <ul className="grid gap-3 sm:grid-cols-2">
        <li>
          <button type="button" onClick={() => setOpen(true)} className={CARD}>
            <Way Icon={Plus} title={leads.one}>
              {leads.oneHint}
            </Way>
          </button>
        </li>
        <li>
          <Link to="/import" className={CARD}>
            <Way Icon={Upload} title={leads.list}>
              {leads.listHint}
            </Way>
          </Link>
        </li>
        <li>
          <Link to="/settings/forms/$record" params={{ record: 'new' }} className={CARD}>
            <Way Icon={FileText} title={leads.form}>
              {leads.formHint}
            </Way>
          </Link>
        </li>
        <li>
          <Link to="/settings/tokens" className={CARD}>
            <Way Icon={KeyRound} title={leads.api}>
              {leads.apiHint}
            </Way>
          </Link>
        </li>
      </ul>
      {isOpen && (
        <Suspense>
          <NewLeadDialog
            open
            onClose={() => setOpen(false)}
            onCreated={(lead) => {
              setOpen(false);
              void show(lead);
            }}
          />
        </Suspense>
      )}
    </Step>
  );
}

const Way = ({ Icon, title, children }: { Icon: LucideIcon; title: string; children: ReactNode }) => (
  <>
    <Icon className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden="true" />
    <span className="min-w-0">
      <span className="block font-medium">{title}</span>
      <span className="block text-ink-soft">{children}</span>
    </span>
  </>
);
