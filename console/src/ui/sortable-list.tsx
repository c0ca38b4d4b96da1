import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../texts/texts.tsx';
import { classNames } from './class-names.ts';
import { Menu, MenuItem } from './menu.tsx';

interface SortableListProps<Item> {
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** Told the new order. */
  onMove: (items: Item[], moved: Item) => void;
  disabled?: boolean;
  children: (item: Item, index: number) => ReactNode;
}

/** A list whose order is changed by dragging, with the arrow keys on an item's handle, or by the menu that pressing it opens. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, idOf, nameOf, onMove, disabled = false, children } = props;
  const { sorting } = useTexts();
  const list = useId();
  const [said, setSaid] = useState('');
  const place = (id: string, to: number) => {
    const from = items.findIndex((item) => idOf(item) === id);
    const item = items[from];
    if (item === undefined || to === from || to < 0 || to >= items.length) return;
    const others = items.filter((_, index) => index !== from);
    onMove([...others.slice(0, to), item, ...others.slice(to)], item);
    setSaid(sorting.moved(nameOf(item), to + 1, items.length));
  };
  return (
    <>
      {!disabled && items.length > 1 && <p className="text-xs text-ink-soft">{sorting.hint}</p>}
      <ol aria-label={label} className="flex flex-col gap-1.5">
        {items.map((item, index) => (
          <SortableItem
            key={idOf(item)}
            list={list}
            id={idOf(item)}
            label={sorting.handle(nameOf(item))}
            disabled={disabled}
            index={index}
            last={items.length - 1}
            onPlace={place}
          >
            {children(item, index)}
          </SortableItem>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

interface SortableItemProps {
  list: string;
  id: string;
  label: string;
  disabled: boolean;
  index: number;
  last: number;
  onPlace: (id: string, to: number) => void;
  children: ReactNode;
}

function SortableItem({ list, id, label, disabled, index, last, onPlace, children }: SortableItemProps) {
  const { sorting } = useTexts();
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const [isDragged, setDragged] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const latest = useRef({ index, onPlace });
  useEffect(() => {
    latest.current = { index, onPlace };
  });
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current];
    if (disabled || element === null || dragHandle === null) return;
    const stopDragging = draggable({
      element,
      dragHandle,
      getInitialData: () => ({ list, id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
    const stopTaking = dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.list === list && source.data.id !== id,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        latest.current.onPlace(String(source.data.id), latest.current.index);
      },
    });
    return () => {
      stopDragging();
      stopTaking();
    };
  }, [list, id, disabled]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    // Drawn at once: React moves the item in the page, which can take the focus away, and the next key may be pressed already.
    flushSync(() => onPlace(id, event.key === 'ArrowUp' ? index - 1 : index + 1));
    handle.current?.focus();
  };
  const places = [
    { name: sorting.first, Icon: ArrowUpToLine, to: 0, isOff: index === 0 },
    { name: sorting.up, Icon: ArrowUp, to: index - 1, isOff: index === 0 },
    { name: sorting.down, Icon: ArrowDown, to: index + 1, isOff: index === last },
    { name: sorting.last, Icon: ArrowDownToLine, to: last, isOff: index === last },
  ];
  return (
    <li
      ref={row}
      className={classNames(
        'flex items-center gap-2 rounded-md border px-2 py-1.5',
        isOver && 'border-accent bg-accent-soft',
        isDragged && 'border-dashed border-line-strong bg-hover',
        !isOver && !isDragged && 'border-line bg-surface',
      )}
    >
      {!disabled && (
        <button
          ref={handle}
          type="button"
          title={label}
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onKeyDown={onKeyDown}
          onClick={() => setMenuOpen(true)}
          className="tap inline-flex size-8 shrink-0 cursor-grab items-center justify-center rounded-md text-ink-soft hover:bg-hover"
        >
          <GripVertical className="size-4" aria-hidden="true" />
        </button>
      )}
      {isMenuOpen && handle.current !== null && (
        <Menu open anchor={handle.current} onOpenChange={setMenuOpen}>
          {places.map(({ name, Icon, to, isOff }) => (
            <MenuItem key={name} disabled={isOff} icon={<Icon className="size-4" />} onSelect={() => onPlace(id, to)}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
      <div className="min-w-0 grow">{children}</div>
    </li>
  );
}
