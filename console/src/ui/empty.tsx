import type { ReactNode } from 'react';

interface EmptyProps {
  title: string;
  /** It is all that the screen shows, so its title is the screen's. */
  isScreen?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}

/** Nothing is here: says why, and what to do next. */
export const Empty = ({ title, isScreen = false, children, action }: EmptyProps) => (
  <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-12 text-center">
    {isScreen ? (
      <h1 className="text-base font-semibold">{title}</h1>
    ) : (
      <p className="text-base font-semibold">{title}</p>
    )}
    {children && <div className="text-ink-soft">{children}</div>}
    {action}
  </div>
);
