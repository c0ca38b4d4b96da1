import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../shell/page-title.ts';
import { classNames } from '../ui/class-names.ts';

interface SettingsPageProps {
  title: string;
  description?: ReactNode;
  /** Where the link above the title leads; by default nowhere on wide screens, and to all settings on phones. */
  back?: { to: string; label: string };
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** For tables and pictures that need the room. */
  wide?: boolean;
  children: ReactNode;
}

/** The frame of one page of the settings. */
export function SettingsPage({ title, description, back, actions, wide = false, children }: SettingsPageProps) {
  usePageTitle(title);
  return (
    <div
      className={classNames(
        'flex flex-col gap-4 p-4 md:p-6',
        // While a message stands in the corner, the last controls can be scrolled clear of it.
        '[:root:has([data-message])_&]:pb-32',
        wide ? 'max-w-5xl' : 'max-w-3xl',
      )}
    >
      <header className="flex flex-col gap-1">
        {back && (
          <Link
            to={back.to}
            className="tap -ml-1 inline-flex items-center gap-1 self-start text-accent hover:underline"
          >
            <ChevronLeft className="size-4" aria-hidden="true" />
            {back.label}
          </Link>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="min-w-0 grow text-xl font-semibold break-words">{title}</h1>
          {actions}
        </div>
        {description && <p className="max-w-2xl text-ink-soft">{description}</p>}
      </header>
      {children}
    </div>
  );
}

/** A part of a settings page with a heading of its own. */
export function SettingsCard({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        {hint && <p className="text-ink-soft">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
