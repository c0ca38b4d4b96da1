import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function Teams() {
  const { name, hint } = useSettingsTexts().sections.teams;
  return (
    <SettingsPage title={name} description={hint}>
      <p />
    </SettingsPage>
  );
}
