import { describe, expect, it } from 'vitest';
import {
  entriesOf,
  type Loaded,
  mergeEntries,
  type Read,
  type Source,
  sourcesOf,
  type View,
} from '../../console/src/routes/lead/timeline/entries.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const actor = {};
const activity = (minute: number, kind: Read['activities'][number]['kind']) => ({
  public_id: `act_${minute}_${kind}`,
  kind,
  summary: null,
  details: null,
  occurred_at: at(minute),
  actor,
});
const note = (minute: number) => ({ public_id: `note_${minute}`, body: 'x', created_at: at(minute), actor });
const status = { public_id: 'sts_1', name: 'New' };
const transition = (minute: number, from: typeof status | null) => ({
  public_id: `trn_${minute}`,
  from,
  to: status,
  note: null,
  actor,
  occurred_at: at(minute),
  seconds_in_from: null,
});
const audit = (minute: number, action: string) => ({
  public_id: `aud_${minute}`,
  action,
  subject: { type: 'lead' as const, public_id: 'lead_1' },
  actor,
  changes: [],
  request_id: null,
  occurred_at: at(minute),
});

const read: Read = {
  activities: [
    activity(50, 'assigned'),
    activity(40, 'updated'),
    activity(30, 'moved'),
    activity(20, 'call'),
    activity(0, 'created'),
  ],
  notes: [note(35), note(10)],
  transitions: [transition(30, status), transition(0, null)],
  audit: [
    audit(50, 'lead.updated'),
    audit(40, 'lead.updated'),
    audit(35, 'lead.note_added'),
    audit(30, 'lead.moved'),
    audit(20, 'lead.activity_added'),
    audit(10, 'lead.note_added'),
    audit(0, 'lead.created'),
  ],
};

/** What a view shows once everything is read. */
function shown(view: View, mayAudit: boolean): string[] {
  const loaded = sourcesOf(view, mayAudit).map(
    (source): Loaded => ({
      source,
      entries: entriesOf(source, read, view, mayAudit),
      oldest: null,
      hasMore: false,
    }),
  );
  return mergeEntries(loaded).entries.map(({ id }) => id);
}

describe('the timeline of a lead', () => {
  it('shows whatever happened once, with and without the audit trail', () => {
    const rest = ['note_35', 'trn_30', 'act_20_call', 'note_10', 'act_0_created'];
    expect(shown('all', true)).toEqual(['aud_50', 'aud_40', ...rest]);
    expect(shown('all', false)).toEqual(['act_50_assigned', 'act_40_updated', ...rest]);
  });

  it('shows each kind by itself', () => {
    expect(shown('notes', false)).toEqual(['note_35', 'note_10']);
    expect(shown('activities', true)).toEqual(['act_20_call', 'act_0_created']);
    expect(shown('changes', true)).toEqual(['aud_50', 'aud_40', 'trn_30']);
    expect(shown('changes', false)).toEqual(['act_50_assigned', 'act_40_updated', 'trn_30']);
    expect(shown('audit', true)).toHaveLength(7);
  });

  it('holds an entry back until no list can bring a newer one, and reads on where that is unknown', () => {
    const source = (name: Source, minutes: number[], hasMore: boolean): Loaded => ({
      source: name,
      entries: entriesOf('notes', { ...read, notes: minutes.map(note) }, 'all', false),
      oldest: at(minutes.at(-1) ?? 0),
      hasMore,
    });
    const { entries, behind } = mergeEntries([
      source('notes', [9, 8, 5], true),
      source('activities', [7, 2, 1], true),
      source('transitions', [6, 0], false),
    ]);
    expect(entries.map(({ at }) => at)).toEqual([at(9), at(8), at(7), at(6), at(5)]);
    expect(behind).toEqual(['notes']);
  });
});
