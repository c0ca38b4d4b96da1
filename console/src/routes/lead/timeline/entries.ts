import type { Activity, AuditEntry, Note, Transition } from '@leadline/client';

interface Happened {
  id: string;
  at: string;
  actor: Note['actor'];
}

/** One entry of the timeline, whatever it comes from. */
export type Entry =
  | (Happened & { type: 'note'; note: Note })
  | (Happened & { type: 'activity'; activity: Activity })
  | (Happened & { type: 'move'; transition: Transition })
  | (Happened & { type: 'change'; change: AuditEntry })
  | (Happened & { type: 'audit'; entry: AuditEntry });

export const views = ['all', 'notes', 'activities', 'changes', 'audit'] as const;
export type View = (typeof views)[number];

export const sources = ['activities', 'notes', 'transitions', 'audit'] as const;
export type Source = (typeof sources)[number];

/** What has to be read for a view. */
export function sourcesOf(view: View, mayAudit: boolean): Source[] {
  const changes: Source = mayAudit ? 'audit' : 'activities';
  switch (view) {
    case 'all':
      return mayAudit ? ['activities', 'notes', 'transitions', 'audit'] : ['activities', 'notes', 'transitions'];
    case 'changes':
      return ['transitions', changes];
    default:
      return [view];
  }
}

const noteEntry = (note: Note): Entry => ({
  type: 'note',
  id: note.public_id,
  at: note.created_at,
  actor: note.actor,
  note,
});

const happened = ({ public_id, occurred_at, actor }: Activity | Transition | AuditEntry): Happened => ({
  id: public_id,
  at: occurred_at,
  actor,
});

/** Of these the audit trail tells more, to whom it may. */
const told = (mayAudit: boolean) => (mayAudit ? [] : ['assigned', 'updated']);
const byService = ['moved', 'assigned', 'updated'];

/** The audit entries that neither an activity, a note nor a transition stands for. */
const changing = ['lead.updated', 'lead.assigned'];

export interface Read {
  activities: readonly Activity[];
  notes: readonly Note[];
  transitions: readonly Transition[];
  audit: readonly AuditEntry[];
}

/** What a source gives to a view, so that whatever happened once is shown once. */
export function entriesOf(source: Source, read: Read, view: View, mayAudit: boolean): Entry[] {
  switch (source) {
    case 'notes':
      return read.notes.map(noteEntry);
    case 'activities': {
      const kinds = told(mayAudit);
      const isShown = ({ kind }: Activity) =>
        byService.includes(kind) ? view !== 'activities' && kinds.includes(kind) : view !== 'changes';
      return read.activities.filter(isShown).map((activity) => ({ ...happened(activity), type: 'activity', activity }));
    }
    case 'transitions':
      // The first one is the lead's creation.
      return read.transitions
        .filter(({ from }) => from !== null)
        .map((transition) => ({ ...happened(transition), type: 'move', transition }));
    case 'audit':
      if (view === 'audit') return read.audit.map((entry) => ({ ...happened(entry), type: 'audit', entry }));
      return read.audit
        .filter(({ action }) => changing.includes(action))
        .map((change) => ({ ...happened(change), type: 'change', change }));
  }
}

export interface Loaded {
  source: Source;
  entries: readonly Entry[];
  /** Time of the oldest record read, shown or not; null if there is none. */
  oldest: string | null;
  hasMore: boolean;
}

/**
 * Merges what was read so far, newest first. An entry is shown once no source can bring a newer one any more; `behind` are the
 * sources to read on for the next ones.
 */
export function mergeEntries(loaded: readonly Loaded[]): { entries: Entry[]; behind: Source[] } {
  const open = loaded.filter(({ hasMore }) => hasMore);
  const horizon = open.reduce((latest, { oldest }) => (oldest !== null && oldest > latest ? oldest : latest), '');
  const entries = loaded
    .flatMap((one) => one.entries)
    .filter(({ at }) => at >= horizon)
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  return { entries, behind: open.filter(({ oldest }) => oldest === horizon).map(({ source }) => source) };
}
