import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function Scoring() {
  const { name, hint } = useSettingsTexts().sections.scoring;
  return (
    <SettingsPage title={name} description={hint}>
      <p />
    </SettingsPage>
  );
}
