import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';

export function OneWebhook() {
  const { name } = useSettingsTexts().sections.webhooks;
  return (
    <SettingsPage title={name}>
      <p />
    </SettingsPage>
  );
}
