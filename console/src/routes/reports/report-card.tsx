import type { ReactNode } from 'react';

/** A part of a report with a heading of its own. */
export const ReportCard = ({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-surface p-4">
    <div>
      <h2 className="text-base font-semibold break-words">{title}</h2>
      {hint && <p className="text-ink-soft">{hint}</p>}
    </div>
    {children}
  </section>
);
