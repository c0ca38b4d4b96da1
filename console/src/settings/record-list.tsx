import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** The records of a section, one below the other. Of thousands, the browser draws those that are in view. */
export const RecordList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface">
    {children}
  </ul>
);

interface RecordRowProps {
  name: string;
  /** Where the record is edited; without it, the name is plain text. */
  to?: string;
  badges?: ReactNode;
  /** What else is to be known of it, in one or two lines. */
  detail?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
}

export function RecordRow({ name, to, badges, detail, actions }: RecordRowProps) {
  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] has-[a:hover]:bg-hover">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {to === undefined ? (
            <span className="min-w-0 font-medium break-words">{name}</span>
          ) : (
            <Link to={to} className="min-w-0 font-medium break-words after:absolute after:inset-0">
              {name}
            </Link>
          )}
          {badges}
        </div>
        {detail && <div className="text-ink-soft">{detail}</div>}
      </div>
      {actions && <div className="relative flex shrink-0 items-center gap-1">{actions}</div>}
      {to !== undefined && <ChevronRight className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />}
    </li>
  );
}
