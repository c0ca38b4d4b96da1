import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Plus } from 'lucide-react';
import { useMay, useMe } from '../../../api/me.ts';
import { recordsQuery } from '../../../api/settings.ts';
import { RecordList, RecordRow } from '../../../settings/record-list.tsx';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useFormTexts } from '../../../texts/forms.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useLanguage } from '../../../texts/texts.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { askedOf, type Form } from './asked.ts';

/** Every form with what it asks for, and the way to its own page. */
export function Forms() {
  const { name, hint } = useSettingsTexts().sections.forms;
  const texts = useFormTexts();
  const mayWrite = useMay()('settings:write');
  const { data: forms } = useSuspenseQuery(recordsQuery('forms'));
  const create = mayWrite && (
    <Link to="/settings/forms/$record" params={{ record: 'new' }} className={buttonClass('primary')}>
      <Plus className="size-4" aria-hidden="true" />
      {texts.new}
    </Link>
  );
  return (
    <SettingsPage title={name} description={hint} actions={forms.length > 0 && create}>
      {forms.length === 0 ? (
        <Empty title={texts.empty} action={create}>
          {mayWrite ? texts.emptyHint : texts.emptyReadOnly}
        </Empty>
      ) : (
        <RecordList label={name}>
          {forms.map((form) => (
            <FormRow key={form.public_id} form={form} />
          ))}
        </RecordList>
      )}
    </SettingsPage>
  );
}

function FormRow({ form }: { form: Form }) {
  const texts = useFormTexts();
  const { organization } = useMe();
  const [language] = useLanguage();
  const { data: customFields } = useSuspenseQuery(recordsQuery('custom-fields'));
  const asked = askedOf(form.fields, { customFields, language, currency: organization.currency });
  const source = form.source === null ? texts.noSource : texts.source(form.source.name);
  return (
    <RecordRow
      name={form.name}
      to={`/settings/forms/${form.public_id}`}
      badges={
        <>
          <Badge tone={form.active ? 'good' : 'plain'}>{form.active ? texts.active : texts.inactive}</Badge>
          {form.warnings.length > 0 && <Badge tone="warn">{texts.attention}</Badge>}
        </>
      }
      detail={
        <>
          <p className="line-clamp-2 break-words">{texts.asks(asked.map(({ label }) => label).join(', '))}</p>
          <p className="break-words">{source}</p>
        </>
      }
      actions={
        form.active && (
          <a
            href={form.url}
            target="_blank"
            rel="noreferrer"
            aria-label={texts.openOf(form.name)}
            className={buttonClass('secondary')}
          >
            <ExternalLink className="size-4" aria-hidden="true" />
            <span className="hidden sm:inline">{texts.open}</span>
          </a>
        )
      }
    />
  );
}
