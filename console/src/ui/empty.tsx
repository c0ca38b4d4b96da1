import type { ReactNode } from 'react';

/** Nothing is here: says why, and what to do next. */
export const Empty = ({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) => (
  <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-12 text-center">
    <p className="text-base font-semibold">{title}</p>
    {children && <div className="text-ink-soft">{children}</div>}
    {action}
  </div>
);
