import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../../api/problems.ts';
import { queryClient } from '../../../api/query-client.ts';
import { changeRecord, recordQuery, type Seen } from '../../../api/settings.ts';
import { RecordForm } from '../../../settings/record-form.tsx';
import { useRecordForm } from '../../../settings/use-record-form.ts';
import { useSourcesTexts } from '../../../texts/sources.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { Source } from './source-row.tsx';
import { isTaken } from './taken.ts';

interface RenameSourceProps {
  id: string;
  name: string;
  onClose: () => void;
}

export function RenameSource({ id, name, onClose }: RenameSourceProps) {
  const texts = useSourcesTexts();
  const all = useTexts();
  const { data: seen, error, isFetching, refetch } = useQuery(recordQuery('sources', id));
  return (
    <Dialog open keep onClose={onClose} title={texts.renameTitle(name)} description={texts.renameHint}>
      {seen === undefined && error !== null && (
        <Notice kind="problem">
          <p>{sentenceOf(error, all)}</p>
          <Button className="mt-2" busy={isFetching} onClick={() => void refetch()}>
            {all.common.retry}
          </Button>
        </Notice>
      )}
      {seen === undefined && error === null && <Skeleton className="h-28" />}
      {seen && <NameForm seen={seen} onClose={onClose} />}
    </Dialog>
  );
}

function NameForm({ seen, onClose }: { seen: Seen<Source>; onClose: () => void }) {
  const texts = useSourcesTexts();
  const id = seen.record.public_id;
  const form = useRecordForm({
    seen,
    fieldsOf: (record: Source | null) => ({ name: record?.name ?? '' }),
    save: (changed, _, etag) => changeRecord('sources', id, changed, etag),
    reread: () => queryClient.fetchQuery(recordQuery('sources', id)),
    labelOf: () => texts.name,
    announce: (_, title) => toast({ title }),
    onSaved: onClose,
  });
  const isNameTaken = isTaken(form.error);
  return (
    <RecordForm form={isNameTaken ? { ...form, problem: null } : form} submit={texts.rename}>
      <TextField
        label={texts.name}
        required
        maxLength={400}
        value={form.values.name}
        errors={isNameTaken ? [texts.taken] : form.errorsOf('name')}
        onChange={(event) => form.set('name', event.target.value)}
      />
    </RecordForm>
  );
}
