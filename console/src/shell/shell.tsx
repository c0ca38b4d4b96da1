import { Link, Outlet } from '@tanstack/react-router';
import { ChartColumn, LayoutDashboard, ListFilter, PhoneCall, Settings, Upload } from 'lucide-react';
import { Suspense } from 'react';
import { useMay, useMe } from '../api/me.ts';
import { MovingProvider } from '../leads/moving.tsx';
import { NewLeadButton } from '../leads/new-lead-button.tsx';
import { KeepCurrent } from '../live/keep-current.tsx';
import { LiveProvider, useIsLive } from '../live/live.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Loading } from './loading.tsx';
import { usePlaceOnScreen } from './place-on-screen.ts';
import { SearchBox } from './search-box.tsx';

/** The frame of the signed-in console: at the side on wide screens, at the bottom on phones. */
export function Shell() {
  const { shell } = useTexts();
  return (
    <LiveProvider>
      <MovingProvider>
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
        >
          {shell.skip}
        </a>
        <div className="flex h-full flex-col md:flex-row">
          <KeepCurrent />
          <Navigation />
          <div className="flex min-h-0 min-w-0 grow flex-col">
            <header className="flex items-center gap-2 border-b border-line bg-surface px-3 py-2 md:px-5">
              <SearchBox />
              <div className="grow" />
              <LiveState />
              <NewLeadButton />
              <AccountMenu />
            </header>
            <main
              ref={usePlaceOnScreen()}
              id="content"
              tabIndex={-1}
              // What gets the focus does not hide behind a bar at the bottom of the screen.
              className="relative min-h-0 grow overflow-auto outline-none max-md:has-data-thumb-bar:scroll-pb-20 max-md:has-data-wide-bar:scroll-pb-32"
            >
              <Suspense fallback={<Loading />}>
                <Outlet />
              </Suspense>
            </main>
          </div>
        </div>
      </MovingProvider>
    </LiveProvider>
  );
}

function Navigation() {
  const { shell } = useTexts();
  const { role, organization } = useMe();
  const may = useMay();
  const places = [
    { to: '/my-leads', label: shell.myLeads, Icon: PhoneCall },
    { to: '/leads', label: shell.leads, Icon: ListFilter },
    { to: '/board', label: shell.board, Icon: LayoutDashboard },
  ] as const;
  const further = [
    { to: '/reports', label: shell.reports, Icon: ChartColumn, ability: 'reports:read' },
    { to: '/import', label: shell.import, Icon: Upload, ability: 'leads:import', wideOnly: true },
    { to: '/settings', label: shell.settings, Icon: Settings, ability: 'settings:read' },
  ] as const;
  const work = role === 'agent' ? places : [places[2], places[1], places[0]];
  const shown = [...work, ...further.filter(({ ability }) => may(ability))];
  return (
    <nav
      aria-label={shell.main}
      className="order-last flex shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:order-first md:w-52 md:flex-col md:gap-1 md:border-t-0 md:border-r md:p-3"
    >
      <p className="hidden items-center gap-2 px-2 pt-1 pb-3 md:flex">
        <img src="/icon.svg" alt="" className="size-6" />
        <span className="truncate font-semibold" title={organization.name}>
          {organization.name}
        </span>
      </p>
      {shown.map(({ to, label, Icon, ...more }) => (
        <Link
          key={to}
          to={to}
          className={`tap ${'wideOnly' in more ? 'hidden md:flex' : 'flex'} grow flex-col items-center gap-0.5 px-2 py-1.5 text-xs text-ink-soft hover:bg-hover hover:text-ink md:grow-0 md:flex-row md:gap-2.5 md:rounded-md md:text-sm`}
          activeProps={{ className: 'text-accent! font-medium md:bg-accent-soft' }}
          activeOptions={{ includeSearch: false }}
        >
          <Icon className="size-5 md:size-4" aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}

function LiveState() {
  const { shell } = useTexts();
  const isLive = useIsLive();
  return (
    <span role="status" className="text-xs text-warn">
      {isLive ? <span className="sr-only">{shell.live}</span> : shell.notLive}
    </span>
  );
}
