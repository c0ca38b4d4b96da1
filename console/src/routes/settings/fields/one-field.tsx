import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function OneField() {
  const { name } = useSettingsTexts().sections.fields;
  return (
    <SettingsPage title={name}>
      <p />
    </SettingsPage>
  );
}
