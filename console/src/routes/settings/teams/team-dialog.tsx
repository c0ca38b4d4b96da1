import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../../api/problems.ts';
import { queryClient } from '../../../api/query-client.ts';
import { changeRecord, createRecord, type RecordOf, recordQuery, type Seen } from '../../../api/settings.ts';
import { RecordForm } from '../../../settings/record-form.tsx';
import { useRequestKey } from '../../../settings/request-key.ts';
import { useRecordForm } from '../../../settings/use-record-form.ts';
import { usePeopleTexts } from '../../../texts/people.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';

type Team = RecordOf<'teams'>;

interface TeamDialogProps {
  /** Null: a team is being added. */
  id: string | null;
  onClose: () => void;
}

/** Adds a team, or gives one another name. */
export function TeamDialog({ id, onClose }: TeamDialogProps) {
  const { teams: texts } = usePeopleTexts();
  const all = useTexts();
  const { data: seen, error } = useQuery({ ...recordQuery('teams', id ?? ''), enabled: id !== null });
  return (
    <Dialog open keep onClose={onClose} title={id === null ? texts.new : texts.renaming(seen?.record.name ?? '')}>
      {error !== null && <Notice kind="problem">{sentenceOf(error, all)}</Notice>}
      {id !== null && seen === undefined && error === null && <Skeleton className="h-24" />}
      {(id === null || seen !== undefined) && <TeamForm seen={seen ?? null} onDone={onClose} />}
    </Dialog>
  );
}

const fieldsOf = (team: Team | null) => ({ name: team?.name ?? '' });

function TeamForm({ seen, onDone }: { seen: Seen<Team> | null; onDone: () => void }) {
  const { teams: texts } = usePeopleTexts();
  const keyFor = useRequestKey();
  const form = useRecordForm<Team, ReturnType<typeof fieldsOf>>({
    seen,
    fieldsOf,
    save: async (_, { name }, etag) => {
      if (seen !== null) return changeRecord('teams', seen.record.public_id, { name }, etag);
      const record = await createRecord('teams', { name }, keyFor({ name }));
      toast({ title: texts.added(record.name), description: texts.peopleNext });
      return { record, etag: null };
    },
    reread: () => queryClient.fetchQuery(recordQuery('teams', seen?.record.public_id ?? '')),
    onSaved: () => {
      for (const queryKey of [['teams'], ['people']]) void queryClient.invalidateQueries({ queryKey });
      onDone();
    },
    labelOf: () => texts.name,
  });
  return (
    <RecordForm form={form} {...(seen === null && { submit: texts.add })}>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        required
        maxLength={400}
        value={form.values.name}
        errors={form.errorsOf('name')}
        onChange={(event) => form.set('name', event.target.value)}
      />
    </RecordForm>
  );
}
