import { BookmarkPlus, Check, ChevronDown, Pencil, RotateCcw, Save, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { sentenceOf } from '../../api/problems.ts';
import { changeView, type View } from '../../api/views.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { type ChosenColumns, savedColumns } from './chosen-columns.ts';
import type { ListControl } from './list-state.ts';

const ViewDialog = lazyDialog(async () => (await import('./view-dialog.tsx')).ViewDialog);

export type ViewTask = 'save' | 'edit' | 'remove';

interface ViewMenuProps {
  list: ListControl;
  columns: ChosenColumns;
}

const icon = 'size-4';

/** Opens, saves and shares views: filters, sort and columns under a name. */
export function ViewMenu({ list, columns }: ViewMenuProps) {
  const texts = useTexts();
  const { views: own } = texts.leads;
  const { membership, role } = useMe();
  const [task, setTask] = useState<ViewTask | null>(null);
  const { view, views } = list;
  const isMine = view !== null && (view.owner.public_id === membership.public_id || role === 'admin');
  const isChanged = list.isChanged || columns.isChanged;
  const all = views.data ?? [];
  const mine = all.filter(({ owner }) => owner.public_id === membership.public_id);
  const others = all.filter(({ owner }) => owner.public_id !== membership.public_id);

  const update = async (changed: View) => {
    const { filters, sort } = list;
    try {
      const saved = await changeView(changed.public_id, { filters, sort, columns: savedColumns(columns.columns) });
      columns.forget();
      list.openView(saved, true);
      toast({ title: own.saved(saved.name) });
    } catch (error) {
      toast({ kind: 'problem', title: texts.common.problem, description: sentenceOf(error, texts) });
    }
  };
  const item = (one: View) => (
    <MenuItem
      key={one.public_id}
      current={one.public_id === view?.public_id}
      icon={<Check className={`${icon} ${one.public_id === view?.public_id ? '' : 'invisible'}`} />}
      note={one.owner.public_id === membership.public_id ? undefined : own.by(one.owner.name)}
      onSelect={() => list.openView(one)}
    >
      {one.name}
    </MenuItem>
  );
  return (
    <>
      <Menu
        trigger={
          <Button className="max-w-52" title={isChanged ? own.changed : undefined}>
            <span className="sr-only">{own.button}: </span>
            <span className="truncate">{view?.name ?? own.all}</span>
            {isChanged && (
              <span className="size-2 shrink-0 rounded-full bg-accent">
                <span className="sr-only">{own.changed}</span>
              </span>
            )}
            <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem
          current={view === null}
          icon={<Check className={`${icon} ${view === null ? '' : 'invisible'}`} />}
          onSelect={() => list.openView(null)}
        >
          {own.all}
        </MenuItem>
        {views.isError && <MenuItem onSelect={() => void views.refetch()}>{own.notLoaded}</MenuItem>}
        {mine.length > 0 && <MenuGroup label={own.own}>{mine.map(item)}</MenuGroup>}
        {others.length > 0 && <MenuGroup label={own.shared}>{others.map(item)}</MenuGroup>}
        <MenuLine />
        {view !== null && isMine && isChanged && (
          <MenuItem icon={<Save className={icon} />} onSelect={() => void update(view)}>
            {own.update(view.name)}
          </MenuItem>
        )}
        {view !== null && isChanged && (
          <MenuItem
            icon={<RotateCcw className={icon} />}
            onSelect={() => {
              columns.forget();
              list.openView(view);
            }}
          >
            {own.discard}
          </MenuItem>
        )}
        <MenuItem icon={<BookmarkPlus className={icon} />} onSelect={() => setTask('save')}>
          {own.saveAs}
        </MenuItem>
        {isMine && (
          <>
            <MenuItem icon={<Pencil className={icon} />} onSelect={() => setTask('edit')}>
              {own.rename}
            </MenuItem>
            <MenuItem danger icon={<Trash2 className={icon} />} onSelect={() => setTask('remove')}>
              {own.remove}
            </MenuItem>
          </>
        )}
      </Menu>
      {task !== null && (
        <Suspense>
          <ViewDialog task={task} list={list} columns={columns} onClose={() => setTask(null)} />
        </Suspense>
      )}
    </>
  );
}
