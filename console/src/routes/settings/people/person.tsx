import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function Person() {
  const { name } = useSettingsTexts().sections.people;
  return (
    <SettingsPage title={name}>
      <p />
    </SettingsPage>
  );
}
