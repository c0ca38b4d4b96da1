import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function Rule() {
  const { name } = useSettingsTexts().sections.distribution;
  return (
    <SettingsPage title={name}>
      <p />
    </SettingsPage>
  );
}
