import type { Settings, StatusSetting } from '../settings/snapshot.ts';

/** A stage of the funnel. Several won statuses are one stage, the last, under the name of the first of them. */
export interface Stage {
  readonly status: { public_id: string; name: string };
  readonly statusIds: readonly string[];
  readonly isWon: boolean;
  /** Leads can still come here. */
  readonly isInUse: boolean;
}

/** Statuses in the order of the pipeline: the open ones, then the won ones. Archived ones only where leads have been. */
export function stageStatuses({ statuses }: Settings, wasEntered: (statusId: string) => boolean): StatusSetting[] {
  const shown = [...statuses.byId.values()].filter(({ id, archived }) => !archived || wasEntered(id));
  return [...shown.filter(({ kind }) => kind === 'open'), ...shown.filter(({ kind }) => kind === 'won')];
}

export function stagesOf(settings: Settings, wasEntered: (statusId: string) => boolean): Stage[] {
  const statuses = stageStatuses(settings, wasEntered);
  const stageOf = (list: readonly StatusSetting[], isWon: boolean): Stage[] =>
    list.slice(0, 1).map(({ public_id, name }) => ({
      status: { public_id, name },
      statusIds: list.map(({ id }) => id),
      isWon,
      isInUse: list.some(({ archived }) => !archived),
    }));
  const open = statuses.filter(({ kind }) => kind === 'open').flatMap((status) => stageOf([status], false));
  const won = statuses.filter(({ kind }) => kind === 'won');
  return [...open, ...stageOf(won, true)];
}

/** Where leads without a recorded stage count (their first status became a lost one since): the first stage in use. */
export const beginningOf = (stages: readonly Stage[]): number =>
  Math.max(
    0,
    stages.findIndex(({ isInUse }) => isInUse),
  );
