import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { anyLeadQuery } from '../../api/leads.ts';
import { useMay } from '../../api/me.ts';
import { groups, useSections } from '../../settings/sections.ts';
import { SettingsPage } from '../../settings/settings-page.tsx';
import { SetUpLink } from '../../shell/set-up-link.tsx';
import { useSettingsTexts } from '../../texts/settings.ts';

/** All sections, each with what it is for. */
export function SettingsOverview() {
  const texts = useSettingsTexts();
  const sections = useSections();
  const { data: hasLead } = useQuery({ ...anyLeadQuery, enabled: useMay()('leads:read') });
  return (
    <SettingsPage title={texts.title} description={texts.hint} actions={hasLead === false && <SetUpLink />} wide>
      {groups.map((group) => {
        const shown = sections.filter((one) => one.group === group);
        if (shown.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`} className="pb-2 text-sm font-semibold text-ink-soft">
              {texts.groups[group]}
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {shown.map(({ name, Icon }) => (
                <li key={name}>
                  <Link
                    to={`/settings/${name}`}
                    className="flex h-full items-start gap-3 rounded-lg border border-line bg-surface p-4 hover:bg-hover"
                  >
                    <Icon className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden="true" />
                    <span className="min-w-0">
                      <span className="block font-medium">{texts.sections[name].name}</span>
                      <span className="block text-ink-soft">{texts.sections[name].hint}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </SettingsPage>
  );
}
