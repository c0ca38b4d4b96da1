import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function Stage() {
  const { name } = useSettingsTexts().sections.pipeline;
  return (
    <SettingsPage title={name}>
      <p />
    </SettingsPage>
  );
}
