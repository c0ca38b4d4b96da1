import { useMemo, useState } from 'react';
import type { View } from '../../api/views.ts';
import { usualColumns } from './columns.tsx';

const KEY = 'leadline.columns';
/** Choices kept on this device: that of the list without a view, and those for views, the newest last. */
const MOST_KEPT = 50;

type Kept = [view: string, columns: string[]][];

function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isChoice) : [];
  } catch {
    return [];
  }
}

const isChoice = (entry: unknown): entry is Kept[number] =>
  Array.isArray(entry) &&
  typeof entry[0] === 'string' &&
  Array.isArray(entry[1]) &&
  entry[1].every((name) => typeof name === 'string');

/** The API names fields as an export does: the name has two. */
export const savedColumns = (columns: readonly string[]): string[] =>
  columns.flatMap((name) => (name === 'name' ? ['first_name', 'last_name'] : [name]));

const shownColumns = (saved: readonly string[]): string[] => [
  ...new Set(saved.map((name) => (name === 'first_name' || name === 'last_name' ? 'name' : name))),
];

/** Columns that the person chose, for the view that is open. */
export function useChosenColumns(view: View | null) {
  const [kept, setKept] = useState(readKept);
  const id = view?.public_id ?? '';
  const own = kept.find(([of]) => of === id)?.[1];
  const usual = useMemo(() => {
    const ofView = view === null || view.columns.length === 0 ? null : shownColumns(view.columns);
    return ofView ?? kept.find(([of]) => of === '')?.[1] ?? [...usualColumns];
  }, [view, kept]);
  const keep = (columns: string[] | null) => {
    const others = readKept().filter(([of]) => of !== id);
    const next: Kept = columns === null ? others : [...others, [id, columns]];
    localStorage.setItem(KEY, JSON.stringify(next.slice(-MOST_KEPT)));
    setKept(next);
  };
  return {
    columns: own ?? usual,
    isChanged: view !== null && own !== undefined && own.join() !== usual.join(),
    choose: (columns: string[]) => keep(columns),
    /** Back to those of the view, or the usual ones. */
    forget: () => keep(null),
  };
}

export type ChosenColumns = ReturnType<typeof useChosenColumns>;
