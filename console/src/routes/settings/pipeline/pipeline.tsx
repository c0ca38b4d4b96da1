import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function Pipeline() {
  const { name, hint } = useSettingsTexts().sections.pipeline;
  return (
    <SettingsPage title={name} description={hint}>
      <p />
    </SettingsPage>
  );
}
