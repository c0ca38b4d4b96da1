import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { Suspense } from 'react';
import { groups, useSections } from '../../settings/sections.ts';
import { useSettingsTexts } from '../../texts/settings.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The frame of the settings: its sections beside each page, and on narrow screens a way back to them. A record has one to its list. */
export function Settings() {
  const texts = useSettingsTexts();
  const sections = useSections();
  const [, , section, record] = useLocation().pathname.split('/');
  const isIndex = !section;
  return (
    <div className="flex min-h-full flex-col lg:flex-row">
      {!isIndex && !record && (
        <Link
          to="/settings"
          className="tap inline-flex items-center gap-1 self-start px-4 pt-3 text-accent hover:underline lg:hidden"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
          {texts.back}
        </Link>
      )}
      <div className={`w-56 shrink-0 border-r border-line bg-surface ${isIndex ? 'hidden' : 'hidden lg:block'}`}>
        <nav
          aria-label={texts.title}
          className="sticky top-0 flex max-h-[calc(100dvh-3.25rem)] flex-col gap-3 overflow-y-auto p-3"
        >
          {groups.map((group) => {
            const shown = sections.filter((one) => one.group === group);
            if (shown.length === 0) return null;
            return (
              <div key={group}>
                <p className="px-2 pb-1 text-xs font-medium text-ink-soft">{texts.groups[group]}</p>
                <ul>
                  {shown.map(({ name, Icon }) => (
                    <li key={name}>
                      <Link
                        to={`/settings/${name}`}
                        className="tap flex items-center gap-2.5 rounded-md px-2 py-1.5 text-ink-soft hover:bg-hover hover:text-ink"
                        activeProps={{ className: 'text-accent! font-medium bg-accent-soft' }}
                      >
                        <Icon className="size-4 shrink-0" aria-hidden="true" />
                        {texts.sections[name].name}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            );
          })}
        </nav>
      </div>
      <div className="min-w-0 grow">
        <Suspense fallback={<Skeleton className="m-6 h-40" />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
