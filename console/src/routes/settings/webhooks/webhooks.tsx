import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function Webhooks() {
  const { name, hint } = useSettingsTexts().sections.webhooks;
  return (
    <SettingsPage title={name} description={hint}>
      <p />
    </SettingsPage>
  );
}
