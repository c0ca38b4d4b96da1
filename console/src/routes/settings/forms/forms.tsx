import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function Forms() {
  const { name, hint } = useSettingsTexts().sections.forms;
  return (
    <SettingsPage title={name} description={hint}>
      <p />
    </SettingsPage>
  );
}
