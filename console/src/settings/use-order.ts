import { useEffect, useRef, useState } from 'react';
import { hasCode, sentenceOf } from '../api/problems.ts';
import { queryClient } from '../api/query-client.ts';
import { changeRecord, type RecordOf, recordQuery, recordsQuery } from '../api/settings.ts';
import { useSettingsTexts } from '../texts/settings.ts';
import { useTexts } from '../texts/texts.tsx';
import { toast } from '../ui/toast.tsx';
import { newPositions } from './positions.ts';

/** The collections whose order people choose. */
type Ordered = 'statuses' | 'distribution-rules';

/** The least position that the service takes. */
const least: Readonly<Record<Ordered, number>> = { statuses: 0, 'distribution-rules': 1 };

/** Several presses of an arrow key are one change. */
const PAUSE_MS = 600;

/** The records are no longer placed as they were seen. */
class LostRace extends Error {}

const isLostRace = (error: unknown) => error instanceof LostRace || hasCode(error, 'precondition_failed', 'not_found');

type Positions = ReadonlyMap<string, number>;

/** Those that are archived have no place. */
const isPlaced = (record: RecordOf<Ordered>) => !('archived' in record && record.archived);

const placesOf = (records: readonly RecordOf<Ordered>[]): Positions =>
  new Map(records.filter(isPlaced).map(({ public_id, position }) => [public_id, position]));

const isSame = (one: Positions, other: Positions) =>
  one.size === other.size && [...one].every(([id, position]) => other.get(id) === position);

/** Changes positions, if all records are still placed as they were seen. Answers what takes the change back. */
async function place(
  name: Ordered,
  changes: Positions,
  seen: Positions,
): Promise<{ back: Positions; seen: Positions }> {
  const now = await queryClient.fetchQuery({ ...recordsQuery(name), staleTime: 0 });
  if (!isSame(placesOf(now), seen)) throw new LostRace();
  const read = (id: string) => queryClient.fetchQuery({ ...recordQuery(name, id), staleTime: 0 });
  const records = await Promise.all([...changes.keys()].map(read));
  if (records.some(({ record }) => record.position !== seen.get(record.public_id))) throw new LostRace();
  for (const { record, etag } of records) {
    const position = changes.get(record.public_id);
    if (position !== undefined) await changeRecord(name, record.public_id, { position }, etag);
  }
  const back = new Map(records.map(({ record }) => [record.public_id, record.position]));
  return { back, seen: new Map([...seen, ...changes]) };
}

/** An order that is not saved yet: ids, and where the records were when the person began. */
interface Draft {
  ids: readonly string[];
  moved: ReadonlySet<string>;
  seen: Positions;
}

/** The order of records as the person has put them, saved a moment after the last move. `lostHint`: what to say after a lost race. */
export function useOrder<Name extends Ordered>(name: Name, records: readonly RecordOf<Name>[], lostHint: string) {
  const texts = useTexts();
  const { order: words } = useSettingsTexts();
  const [draft, setDraft] = useState<Draft | null>(null);
  const work = useRef({ draft: null as Draft | null, timer: 0, isSaving: false });
  const keep = (next: Draft | null) => {
    work.current.draft = next;
    setDraft(next);
  };

  const tell = (error: unknown) => {
    const description = isLostRace(error) ? lostHint : sentenceOf(error, texts);
    toast({ title: words.lost, description, kind: 'problem' });
    void queryClient.invalidateQueries({ queryKey: recordsQuery(name).queryKey });
  };

  async function undo(back: Positions, seen: Positions): Promise<void> {
    try {
      await place(name, back, seen);
      toast({ title: words.undone });
    } catch (error) {
      tell(error);
    }
  }

  async function save(): Promise<void> {
    const { draft, isSaving } = work.current;
    if (isSaving || draft === null) return;
    work.current.isSaving = true;
    const order = draft.ids.map((public_id) => ({ public_id, position: draft.seen.get(public_id) ?? 0 }));
    const changes = newPositions(order, draft.moved, least[name]);
    try {
      const { back, seen } = await place(name, changes, draft.seen);
      const latest = work.current.draft;
      keep(latest === draft || latest === null ? null : { ...latest, seen });
      const action = { label: texts.common.undo, onPress: () => void undo(back, seen) };
      if (changes.size > 0) toast({ title: words.saved, action });
    } catch (error) {
      keep(null);
      tell(error);
    }
    work.current.isSaving = false;
    if (work.current.draft !== null) later(); // moved again meanwhile
  }

  function later(): void {
    clearTimeout(work.current.timer);
    work.current.timer = window.setTimeout(() => void save(), PAUSE_MS);
  }

  // Whoever leaves the page has moved it all the same.
  useEffect(
    () => () => {
      clearTimeout(work.current.timer);
      void save();
    },
    [],
  );

  const inUse = records.filter(isPlaced);
  const placeOf = new Map(draft?.ids.map((id, index) => [id, index]));
  const byDraft = (one: RecordOf<Name>) => placeOf.get(one.public_id) ?? placeOf.size;
  return {
    shown: draft === null ? inUse : [...inUse].sort((one, other) => byDraft(one) - byDraft(other)),
    move: (order: readonly RecordOf<Name>[], { public_id }: RecordOf<Name>) => {
      const begun = work.current.draft;
      keep({
        ids: order.map((record) => record.public_id),
        moved: new Set([...(begun?.moved ?? []), public_id]),
        seen: begun?.seen ?? placesOf(records),
      });
      later();
    },
  };
}
