import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function OneForm() {
  const { name } = useSettingsTexts().sections.forms;
  return (
    <SettingsPage title={name}>
      <p />
    </SettingsPage>
  );
}
