import { useSuspenseQuery } from '@tanstack/react-query';
import { changeOrganization, type Organization, organizationQuery } from '../../../api/organization.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useFormat } from '../../../format/format.ts';
import { RecordForm } from '../../../settings/record-form.tsx';
import { SettingsPage } from '../../../settings/settings-page.tsx';
import { useRecordForm } from '../../../settings/use-record-form.ts';
import { useOrganizationTexts } from '../../../texts/organization.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useLanguage } from '../../../texts/texts.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';

const fieldsOf = (record: Organization | null) => ({
  name: record?.name ?? '',
  time_zone: record?.time_zone ?? '',
  currency: record?.currency ?? '',
});

export function OrganizationSettings() {
  const { sections } = useSettingsTexts();
  const texts = useOrganizationTexts();
  const format = useFormat();
  const [language] = useLanguage();
  const { data: seen } = useSuspenseQuery(organizationQuery);
  const labels = { name: texts.name, time_zone: texts.timeZone, currency: texts.currency };
  const currencies = new Intl.DisplayNames(language, { type: 'currency' });
  const form = useRecordForm({
    seen,
    fieldsOf,
    save: (changed, _, etag) => changeOrganization(changed, etag),
    reread: () => queryClient.fetchQuery(organizationQuery),
    labelOf: (field) => labels[field as keyof typeof labels] ?? field,
  });
  const { values, set, errorsOf } = form;
  return (
    <SettingsPage title={sections.organization.name} description={texts.since(format.date(seen.record.created_at))}>
      <RecordForm form={form}>
        <TextField
          label={texts.name}
          required
          maxLength={400}
          value={values.name}
          errors={errorsOf('name')}
          onChange={(event) => set('name', event.target.value)}
        />
        <SelectField
          label={texts.timeZone}
          hint={texts.timeZoneHint}
          options={withCurrent(Intl.supportedValuesOf('timeZone'), values.time_zone)}
          value={values.time_zone}
          errors={errorsOf('time_zone')}
          onChange={(event) => set('time_zone', event.target.value)}
        />
        <SelectField
          label={texts.currency}
          hint={texts.currencyHint}
          options={withCurrent(Intl.supportedValuesOf('currency'), values.currency, (code) =>
            [code, currencies.of(code)].join(' – '),
          )}
          value={values.currency}
          errors={errorsOf('currency')}
          onChange={(event) => set('currency', event.target.value)}
        />
      </RecordForm>
    </SettingsPage>
  );
}

/** Browsers and PostgreSQL do not know quite the same names. */
const withCurrent = (known: readonly string[], current: string, labelOf = (value: string) => value) =>
  (known.includes(current) ? known : [current, ...known]).map((value) => ({ value, label: labelOf(value) }));
