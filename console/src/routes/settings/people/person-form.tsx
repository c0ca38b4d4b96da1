import { useQuery } from '@tanstack/react-query';
import { useMay, useMe } from '../../../api/me.ts';
import { type Person, peopleCountsQuery } from '../../../api/people.ts';
import { focusFirstFault } from '../../../settings/first-fault.ts';
import { RecordForm } from '../../../settings/record-form.tsx';
import { SettingsCard } from '../../../settings/settings-page.tsx';
import type { useRecordForm } from '../../../settings/use-record-form.ts';
import { usePeopleTexts } from '../../../texts/people.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AccessCard } from './access-card.tsx';
import { HoursEditor } from './hours-editor.tsx';
import type { PersonFields } from './person-fields.ts';
import { ReceivingCard } from './receiving-card.tsx';
import { WhoCard } from './who-card.tsx';

export type PersonFormState = ReturnType<typeof useRecordForm<Person, PersonFields>>;

interface PersonFormProps {
  form: PersonFormState;
  /** As saved; null: being added. */
  person: Person | null;
  onInvite?: () => void;
  /** Before a new person is saved: whether an invitation follows. */
  onSubmit?: (isInvited: boolean) => void;
}

export function PersonForm({ form, person, onInvite, onSubmit }: PersonFormProps) {
  const { person: texts } = usePeopleTexts();
  const may = useMay();
  const { membership } = useMe();
  const { data: admins } = useQuery(peopleCountsQuery('role', true));
  const adminCount = admins?.find(({ group }) => group?.name === 'admin')?.count;
  const isLastAdmin = person?.role === 'admin' && person.active && adminCount === 1;
  const { values, set, errorsWithin } = form;
  const isNew = person === null;
  return (
    <div onSubmitCapture={() => onSubmit?.(false)}>
      <RecordForm
        form={form}
        {...(isNew && { submit: texts.add })}
        {...(isNew &&
          may('tokens:write') && {
            more: (
              <Button
                disabled={values.email.trim() === ''}
                title={values.email.trim() === '' ? texts.inviteNeedsEmail : undefined}
                busy={form.busy}
                onClick={async ({ currentTarget }) => {
                  const { form: element } = currentTarget;
                  onSubmit?.(true);
                  await form.save();
                  focusFirstFault(element);
                }}
              >
                {texts.addAndInvite}
              </Button>
            ),
          })}
      >
        {isLastAdmin && <Notice>{texts.lastAdmin}</Notice>}
        {!isLastAdmin && person?.public_id === membership.public_id && may('settings:write') && (
          <Notice>{texts.yourself}</Notice>
        )}
        <WhoCard form={form} person={person} isLastAdmin={isLastAdmin} />
        <ReceivingCard form={form} />
        <SettingsCard title={texts.hours}>
          <HoursEditor
            value={values.working_hours}
            onChange={(hours) => set('working_hours', hours)}
            errorsOf={(day) => errorsWithin(`working_hours.${day}`)}
          />
        </SettingsCard>
        {person !== null && (
          <AccessCard form={form} person={person} isLastAdmin={isLastAdmin} {...(onInvite && { onInvite })} />
        )}
      </RecordForm>
    </div>
  );
}
