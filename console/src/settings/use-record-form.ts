import { useEffect, useRef, useState } from 'react';
import { fieldErrors, hasCode, sentenceOf } from '../api/problems.ts';
import type { Seen } from '../api/settings.ts';
import { isTypedKept } from '../api/tab-memory.ts';
import { useSettingsTexts } from '../texts/settings.ts';
import { useTexts } from '../texts/texts.tsx';

export type Draft = Readonly<Record<string, unknown>>;

interface Options<Shown, Fields extends Draft> {
  /** As it is in the service; it may change while somebody edits. Null: it is being made. */
  seen: Seen<Shown> | null;
  /** What the form edits, as its controls take it. */
  fieldsOf: (record: Shown | null) => Fields;
  /** Sends what was changed. `etag` is that of the record as it was when the change began. */
  save: (changed: Partial<Fields>, all: Fields, etag: string | null) => Promise<Seen<Shown> | null>;
  /** Reads the record again. */
  reread: () => Promise<Seen<Shown>>;
  onSaved?: (saved: Seen<Shown> | null) => void;
  /** Says that it is saved, where the form goes away with that. Else it stands beside the buttons. */
  announce?: (saved: Seen<Shown> | null, message: string) => void;
  /** What the form shows of refused fields itself; by default, its fields. */
  shown?: readonly string[];
  /** Names of fields as people know them. */
  labelOf: (field: string) => string;
  /** Values of fields as people know them, where they are more than a text or a yes or no. */
  wordsOf?: { readonly [Key in keyof Fields as string extends Key ? never : Key]?: (value: Fields[Key]) => Words };
}

/** A value in words, or each part of it. */
export type Words = string | readonly string[];

/** How often other fields may change under an edit before it is given up. */
const TRIES = 4;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const keysOf = <Fields extends Draft>(fields: Fields) => Object.keys(fields) as (keyof Fields & string)[];

/** Fields that differ. */
const changedIn = <Fields extends Draft>(base: Fields, now: Fields) =>
  keysOf(now).filter((key) => !isSame(base[key], now[key]));

/** The answer's fields, but for those that are no longer what was sent. */
const takenOver = <Fields extends Draft>(now: Fields, sent: Fields, answer: Fields): Fields => {
  const kept = changedIn(sent, now).map((key) => [key, now[key]]);
  return { ...answer, ...Object.fromEntries(kept) };
};

type Messages = Readonly<Record<string, readonly string[]>>;

/** Parts that are judged together: field, comparison and value of a condition, and the limits of the bands. */
const TOGETHER = /^(.*\.all\.\d+|bands)\..*$/;

/** Whether the part with this path was changed. Rows of lists that grew or shrank may have moved: each is compared as a whole. */
function isChanged(before: unknown, now: unknown, [key, ...rest]: readonly string[]): boolean {
  if (isSame(before, now)) return false;
  if (key === undefined || !isNested(before) || !isNested(now)) return true;
  if (Array.isArray(before) && Array.isArray(now)) {
    if (key === 'all') return isChanged(before, now, rest); // conditions, which a form holds as a plain list
    if (before.length !== now.length) return !isSame(before[Number(key)], now[Number(key)]);
  }
  return (!(key in before) && !(key in now)) || isChanged(before[key], now[key], rest);
}

const isNested = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Messages of what is still as it was when it was refused. */
const stillTrue = (messages: Messages, before: Draft, now: Draft): Messages =>
  Object.fromEntries(
    Object.entries(messages).filter(([name]) => !isChanged(before, now, name.replace(TOGETHER, '$1').split('.'))),
  );

/** What the form of a record that was just made is to say, when it is opened next. */
let justMade: { id: unknown; message: string } | null = null;

const idOf = (record: unknown): unknown => (record as { public_id?: string } | null)?.public_id;

/** A form as it was left when the session ended. */
interface Left<Shown, Fields> {
  base: Seen<Shown> | null;
  values: Fields;
}

function readLeft<Shown, Fields>(place: string): Left<Shown, Fields> | null {
  return JSON.parse(sessionStorage.getItem(place) ?? 'null');
}

/**
 * A record of the settings being edited. What is typed stays, whatever others do to the record meanwhile: what they changed
 * elsewhere in it is kept, and of what both changed the person chooses.
 */
export function useRecordForm<Shown, Fields extends Draft>(options: Options<Shown, Fields>) {
  const { seen, fieldsOf, save: send, reread, onSaved, announce, labelOf, wordsOf } = options;
  const texts = useTexts();
  const { saved, conflict: words } = useSettingsTexts();
  const [place] = useState(`leadline.draft.form.${location.pathname}.${idOf(seen?.record ?? null) ?? ''}`);
  const [left] = useState(() => readLeft<Shown, Fields>(place));
  const [base, setBase] = useState(left === null ? seen : left.base);
  const [values, setValues] = useState(() => left?.values ?? fieldsOf(seen?.record ?? null));
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  /** The record as somebody else has made it, and the fields that both changed. */
  const [theirs, setTheirs] = useState<{ seen: Seen<Shown>; fields: string[] } | null>(null);
  /** What was said of fields and of their parts, until they are changed. */
  const [messages, setMessages] = useState<Messages>({});
  /** That it is saved, until something is changed again. */
  const [message, setMessage] = useState<string | null>(null);
  const before = fieldsOf(base?.record ?? null);
  const changed = changedIn(before, values);
  const isDirty = changed.length > 0;

  useEffect(() => {
    const made = justMade;
    justMade = null;
    if (seen !== null && made !== null && made.id === idOf(seen.record)) setMessage(made.message);
  }, []);

  // Nothing has been typed: what others change is shown.
  const latest = useRef({ isDirty, busy, base, values });
  useEffect(() => {
    latest.current = { isDirty, busy, base, values };
  });
  useEffect(() => {
    sessionStorage.removeItem(place);
    return () => {
      const { isDirty, base, values } = latest.current;
      if (isDirty && isTypedKept()) sessionStorage.setItem(place, JSON.stringify({ base, values }));
    };
  }, [place]);
  useEffect(() => {
    if (latest.current.isDirty || latest.current.busy) return;
    setBase(seen);
    setValues(fieldsOf(seen?.record ?? null));
  }, [seen?.etag]);

  async function attempt(from: Seen<Shown> | null, sent: Fields, kept: string[], tries = TRIES): Promise<void> {
    const changed = changedIn(before, sent);
    const patch = Object.fromEntries(changed.map((key) => [key, sent[key]])) as Partial<Fields>;
    try {
      const record = await send(patch, sent, from?.etag ?? null);
      setBase(record);
      // What was typed while it was sent stays, and is not saved yet.
      if (record !== null) setValues((now) => takenOver(now, sent, fieldsOf(record.record)));
      const done = kept.length > 0 ? words.merged(kept.map(labelOf).join(', ')) : saved;
      if (announce !== undefined) announce(record, done);
      else if (from === null && record !== null) justMade = { id: idOf(record.record), message: done };
      else setMessage(done);
      const typed = latest.current.values;
      latest.current = { isDirty: changedIn(sent, typed).length > 0, busy: false, base: record, values: typed };
      onSaved?.(record);
    } catch (problem) {
      if (!hasCode(problem, 'precondition_failed') || from === null) throw problem;
      const now = await reread();
      const touched = changedIn(fieldsOf(from.record), fieldsOf(now.record));
      const both = touched.filter((key) => changed.includes(key) && !isSame(fieldsOf(now.record)[key], sent[key]));
      if (both.length > 0 || tries === 1) return setTheirs({ seen: now, fields: both.length > 0 ? both : touched });
      await attempt(now, sent, [...new Set([...kept, ...touched.filter((key) => !changed.includes(key))])], tries - 1);
    }
  }

  async function save(from: Seen<Shown> | null, last: Partial<Fields> = {}): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(null);
    setTheirs(null);
    setMessage(null);
    setMessages({});
    const sent = { ...values, ...last };
    setValues((now) => ({ ...now, ...last }));
    try {
      await attempt(from, sent, []);
    } catch (problem) {
      setError(problem);
      setMessages(fieldErrors(problem));
    } finally {
      setBusy(false);
    }
  }

  const inWords = (field: string, fields: Fields): Words => {
    const value: unknown = fields[field];
    if (typeof value === 'boolean') return value ? texts.common.yes : texts.common.no;
    const own = (wordsOf as Readonly<Record<string, (value: unknown) => Words>> | undefined)?.[field];
    return own?.(value) ?? (Array.isArray(value) ? value.map(String) : String(value ?? ''));
  };

  const change = (fields: Partial<Fields>): void => {
    setValues((now) => ({ ...now, ...fields }));
    setMessages((now) => stillTrue(now, values, { ...values, ...fields }));
    setMessage(null);
  };

  const shown = options.shown ?? keysOf(values);
  const isShown = (field: string) => shown.some((one) => field === one || field.startsWith(`${one}.`));
  return {
    values,
    set: <Key extends keyof Fields & string>(key: Key, value: Fields[Key]) =>
      change({ [key]: value } as Partial<Fields> & Pick<Fields, Key>),
    change,
    /** Shows messages of what was tried out and not saved. */
    refuse: (more: Messages) => setMessages((now) => ({ ...now, ...more })),
    /** Messages of a refused request for a field, or for a part of it such as `when.all.0.value`. */
    errorsOf: (field: string): readonly string[] => messages[field] ?? [],
    /** Messages of a field and of everything within it, with the parts named. */
    errorsWithin: (field: string): readonly string[] =>
      Object.entries(messages).flatMap(([name, texts]) =>
        name === field ? texts : name.startsWith(`${field}.`) ? texts.map((text) => `${name} ${text}`) : [],
      ),
    /** What else went wrong, as a sentence; null if nothing did. */
    problem: error === null ? null : sentenceOf(error, texts, Object.keys(fieldErrors(error)).filter(isShown)) || null,
    error,
    busy,
    message,
    isNew: seen === null,
    isDirty,
    /** `last`: what changes only as it is saved, such as an entry that was typed and not yet added to its list. */
    save: (last?: Partial<Fields>) => save(base, last),
    discard: () => {
      const known = theirs?.seen ?? seen;
      setBase(known);
      setValues(fieldsOf(known?.record ?? null));
      setError(null);
      setMessages({});
      setTheirs(null);
    },
    conflict:
      theirs === null
        ? null
        : {
            fields: theirs.fields.map((field) => ({
              label: labelOf(field),
              now: inWords(field, fieldsOf(theirs.seen.record)),
              yours: inWords(field, values),
            })),
            takeTheirs: () => {
              const now = fieldsOf(theirs.seen.record);
              const mine = changed.filter((key) => !theirs.fields.includes(key));
              setBase(theirs.seen);
              setValues({ ...now, ...Object.fromEntries(mine.map((key) => [key, values[key]])) });
              setTheirs(null);
            },
            saveMine: () => {
              setBase(theirs.seen);
              return save(theirs.seen);
            },
          },
  };
}

export type RecordFormState = Pick<
  ReturnType<typeof useRecordForm<unknown, Draft>>,
  'busy' | 'isDirty' | 'isNew' | 'message' | 'problem' | 'discard' | 'conflict'
> & { save: () => Promise<void> };
