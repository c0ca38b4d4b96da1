import type { Values } from '../../db/values.ts';
import { type FieldErrors, requireNoFaults } from '../../problems.ts';
import { type Settings, statusIdsOf } from '../../settings/snapshot.ts';
import { type GroupBy, readGroup } from '../conversion/groups.ts';
import { beginningOf, type Stage, stagesOf } from '../stages.ts';
import {
  type AskedAssignment,
  assignmentCondition,
  assignmentFaults,
  assignmentFigures,
  isAssignmentFigure,
} from './assignment-figures.ts';

/** What a report counts. With `stage`: of that stage; with `group_by` and `group`: of that group; else of the whole cohort. */
export const figures = [
  ...(['leads', 'entered', 'reached', 'won', 'lost', 'open', 'finished', 'unfinished'] as const),
  ...assignmentFigures,
] as const;
export type Figure = (typeof figures)[number];

export interface Asked extends AskedAssignment {
  readonly figure: Figure;
  readonly stage?: string | undefined;
  readonly group_by?: GroupBy | undefined;
  readonly group?: string | undefined;
}

/** Where a lead stood, as the statement of the list calls it. */
const ENTERED = 'path.entered_ids';
const STATUS = 'path.status_id';

/** The condition that picks exactly the leads that a figure counted; null where it can be none. */
export function figureCondition(
  settings: Settings,
  asked: Asked,
  organizationId: string,
  values: Values,
): string | null {
  requireSense(asked);
  const { figure: named } = asked;
  if (isAssignmentFigure(named)) return assignmentCondition(settings, named, asked, organizationId, values);
  const group = asked.group_by === undefined ? '' : groupCondition(settings, asked, values);
  if (group === null) return null;
  const figure =
    asked.stage === undefined ? wholeFigure(settings, asked.figure, values) : stageFigure(settings, asked, values);
  return figure === null ? null : [group, figure].filter((part) => part !== '').join(' and ') || 'true';
}

export function requireSense({ figure, stage, group_by, group, rule, member }: Asked): void {
  const errors: FieldErrors = assignmentFaults(figure, { rule, member });
  const ofStages: readonly Figure[] = ['entered', 'reached', 'finished', 'unfinished'];
  if (stage === undefined && ofStages.includes(figure)) errors.stage = [`is required for ${figure}`];
  const isOfWhole = figure === 'leads' || figure === 'won' || isAssignmentFigure(figure);
  if (stage !== undefined && isOfWhole) errors.stage = [`is not taken by ${figure}`];
  if (group !== undefined && isAssignmentFigure(figure)) errors.group = [`is not taken by ${figure}`];
  if ((group_by === undefined) !== (group === undefined)) errors.group = ['must be given together with group_by'];
  if (stage !== undefined && group !== undefined) errors.group = ['is not taken together with stage'];
  requireNoFaults(errors);
}

const any = (column: string, ids: readonly string[], values: Values) => `${column} = any(${values.add(ids)}::bigint[])`;

function wholeFigure(settings: Settings, figure: Figure, values: Values): string {
  if (figure === 'leads') return '';
  const [won, lost] = [statusIdsOf(settings, 'won'), statusIdsOf(settings, 'lost')];
  if (figure === 'won') return any(STATUS, won, values);
  if (figure === 'lost') return any(STATUS, lost, values);
  return `not (${any(STATUS, [...won, ...lost], values)})`;
}

function stageFigure(settings: Settings, { stage, figure }: Asked, values: Values): string | null {
  // Archived stages are found too: a report names them where leads have been there.
  const stages = stagesOf(settings, () => true);
  const statusId = settings.statuses.byPublicId.get(stage ?? '')?.id;
  const k = stages.findIndex(({ statusIds }) => statusId !== undefined && statusIds.includes(statusId));
  const found = stages[k];
  if (found === undefined || statusId === undefined) return null;
  if (figure === 'finished' || figure === 'unfinished') return visitFigure(statusId, figure, values);
  const overlaps = (ids: readonly string[]) => `${ENTERED} && ${values.add(ids)}::bigint[]`;
  const idsFrom = (from: number) => stages.slice(from).flatMap(({ statusIds }) => statusIds);
  const reached = (n: number) =>
    n > beginningOf(stages) ? overlaps(idsFrom(n)) : `(${overlaps(idsFrom(n))} or not (${overlaps(idsFrom(0))}))`;
  if (figure === 'entered') return overlaps(found.statusIds);
  if (figure === 'reached') return reached(k);
  const furthest = k + 1 < stages.length ? `${reached(k)} and not (${reached(k + 1)})` : reached(k);
  return `${furthest} and ${stoodAt(settings, found, figure, values)}`;
}

function stoodAt(settings: Settings, { isWon }: Stage, figure: Figure, values: Values): string {
  const lost = any(STATUS, statusIdsOf(settings, 'lost'), values);
  if (figure === 'lost') return lost;
  return isWon ? `not (${lost}) and not (${any(STATUS, statusIdsOf(settings, 'won'), values)})` : `not (${lost})`;
}

/** A visit is finished by the next transition; the last one of a lead is not. */
function visitFigure(statusId: string, figure: Figure, values: Values): string {
  const id = values.add(statusId);
  return figure === 'unfinished' ? `${STATUS} = ${id}` : `${id} = any(path.left_ids)`;
}

function groupCondition(settings: Settings, { group_by, group }: Asked, values: Values): string | null {
  if (group_by === undefined || group === undefined) return '';
  const asked = readGroup(settings, group_by, group);
  if (asked === undefined) return null;
  if ('from' in asked) {
    const [from, before] = [values.add(asked.from.toISOString()), values.add(asked.before.toISOString())];
    return `leads.created_at >= ${from} and leads.created_at < ${before}`;
  }
  const column = group_by === 'status' ? STATUS : `leads.${group_by}_id`;
  return asked.id === null ? `${column} is null` : `${column} = ${values.add(asked.id)}`;
}
