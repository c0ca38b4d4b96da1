import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrors, sentenceOf } from '../../api/problems.ts';
import { changeView, createView, deleteView } from '../../api/views.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { type ChosenColumns, savedColumns } from './chosen-columns.ts';
import type { ListControl } from './list-state.ts';
import type { ViewTask } from './view-menu.tsx';

interface ViewDialogProps {
  task: ViewTask;
  list: ListControl;
  columns: ChosenColumns;
  onClose: () => void;
}

/** Names, shares or deletes a view. */
export function ViewDialog({ task, list, columns, onClose }: ViewDialogProps) {
  const texts = useTexts();
  const { views: own } = texts.leads;
  const { view, filters, sort } = list;
  const [name, setName] = useState(task === 'edit' ? (view?.name ?? '') : '');
  const [shared, setShared] = useState(task === 'edit' && view !== null && view.shared);
  const work = useMutation({
    mutationFn: async () => {
      if (task === 'save') {
        const made = await createView({ name, shared, filters, sort, columns: savedColumns(columns.columns) });
        list.openView(made);
        return own.saved(made.name);
      }
      if (view === null) return '';
      if (task === 'edit') return own.saved((await changeView(view.public_id, { name, shared })).name);
      await deleteView(view.public_id);
      columns.forget();
      list.openView(null, true);
      return own.removed(view.name);
    },
    onSuccess: (title) => {
      if (title !== '') toast({ title });
      onClose();
    },
  });
  const errors = fieldErrors(work.error);
  const isRemoval = task === 'remove';
  const titles = { save: own.saveTitle, edit: own.editTitle, remove: own.removeTitle(view?.name ?? '') };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    work.mutate();
  };
  const others = sentenceOf(work.error, texts, ['name']);
  return (
    <Dialog
      open
      keep={!isRemoval}
      onClose={onClose}
      title={titles[task]}
      description={isRemoval ? [own.removeHint, view?.shared ? own.removeShared : ''].join(' ') : undefined}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button look={isRemoval ? 'danger' : 'primary'} type="submit" form="view" busy={work.isPending}>
            {isRemoval ? own.removeNow : texts.common.save}
          </Button>
        </>
      }
    >
      <form id="view" noValidate className="flex flex-col gap-3" onSubmit={submit}>
        {work.isError && others !== '' && <Notice kind="problem">{others}</Notice>}
        {!isRemoval && (
          <>
            <TextField
              label={own.name}
              required
              maxLength={100}
              value={name}
              errors={errors.name}
              onChange={(event) => setName(event.target.value)}
            />
            <Checkbox label={own.share} checked={shared} onChange={(event) => setShared(event.target.checked)} />
            <p className="text-xs text-ink-soft">{own.shareHint}</p>
          </>
        )}
      </form>
    </Dialog>
  );
}
