import { requireAllowedMove, statusOf, usableStatus } from '../../pipeline/stage-rules.ts';
import { newPublicId } from '../../public-id.ts';
import type { Settings, StatusSetting } from '../../settings/snapshot.ts';
import { factsOf, type LeadRow } from '../row.ts';
import type { Move } from '../schemas.ts';
import type { Change } from './change.ts';
import { activity, audit } from './events.ts';
import { laterOf, momentAfter } from './later-of.ts';
import type { ActorWriting } from './patch.ts';
import { changeLead } from './writing.ts';

/** The recorded transition of a move. */
export interface RecordedTransition {
  public_id: string;
  from: StatusSetting;
  to: StatusSetting;
  note: string | null;
  occurred_at: Date;
  seconds_in_from: number;
}

/**
 * Moves a lead to another stage, if the actor may see it and `require` accepts it. If it is there already there is no transition, so
 * that a retry is safe.
 */
export async function moveLead(
  writing: ActorWriting,
  leadId: string,
  move: Move,
  require: (lead: LeadRow) => void = () => {},
): Promise<{ lead: LeadRow; transition: RecordedTransition | null }> {
  const { actor, settings } = writing;
  let transition: RecordedTransition | null = null;
  const lead = await changeLead(writing, { actor, leadId }, (before, now) => {
    require(before);
    const change = applyMove(settings, move, before, now);
    transition = change?.transition ?? null;
    return change;
  });
  return { lead, transition };
}

/** The moved lead; null if it is there already. */
export function applyMove(
  settings: Settings,
  move: Move,
  before: LeadRow,
  now: Date,
): (Change & { transition: RecordedTransition }) | null {
  const from = statusOf(settings, before);
  if (move.status === from.public_id) return null;
  const to = usableStatus(settings, move.status);
  const note = move.note || null;
  const at = momentAfter(now, before.status_since);
  requireAllowedMove(settings, { from, to, lead: factsOf(settings, before), note, by: 'endpoint' });
  const transition: RecordedTransition = {
    public_id: newPublicId('transition'),
    from,
    to,
    note,
    occurred_at: at,
    seconds_in_from: Math.floor((at.getTime() - before.status_since.getTime()) / 1_000),
  };
  return {
    lead: Object.assign({}, before, {
      status_id: to.id,
      status_since: at,
      last_activity_at: laterOf(at, before.last_activity_at),
      updated_at: at,
    }),
    transition,
    events: {
      transition: {
        public_id: transition.public_id,
        from: from.id,
        to: to.id,
        number: to.number,
        note,
        seconds: transition.seconds_in_from,
      },
      activities: [activity('moved', note)],
      audit: audit('moved', [{ field: 'status', from: from.public_id, to: to.public_id }]),
    },
  };
}
