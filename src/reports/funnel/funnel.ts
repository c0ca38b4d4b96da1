import type { Settings } from '../../settings/snapshot.ts';
import { money, ratio } from '../meta.ts';
import { report } from '../report.ts';
import { beginningOf, stageStatuses, stagesOf } from '../stages.ts';
import { countStages, type StageRow } from './queries.ts';
import { Funnel } from './schemas.ts';

export const funnelReport = report({
  name: 'Funnel',
  summary: 'How far leads come',
  description:
    'Every count has an address in `links` that lists exactly its leads. `Accept: text/csv` gives the stages as CSV.',
  definition:
    'Leads created in the range, by the stages that recorded transitions took them to: the open statuses in order of position, then won. entered: a recorded entry into the stage. reached: into the stage or any later one; a skipped stage counts as passed. lost and open: leads that came no further, by whether their last recorded transition lost them. reached = reached of the next stage + lost + open; over all stages, lost + open + won is the cohort. value: estimated values of the leads that reached the stage.',
  data: Funnel,
  columns: ['status', 'entered', 'reached', 'share', 'step_conversion', 'lost', 'open', 'value'],
  count: async ({ settings, actor, cohort, won, lost, read, link }) => {
    const statuses = stageStatuses(settings, () => true);
    const counted = await read((sql) => countStages(sql, actor, cohort, statuses, won, lost));
    const { size, unrecorded, stages, ...totals } = countFunnel(settings, counted);
    const linkedStages = stages.map((stage) => {
      const of = (figure: string) => link({ figure, stage: stage.status.public_id });
      return { ...stage, links: { leads: of('reached'), entered: of('entered'), lost: of('lost'), open: of('open') } };
    });
    const links = { won: link({ figure: 'won' }), lost: link({ figure: 'lost' }), open: link({ figure: 'open' }) };
    const rows = stages.map((stage) => ({ ...stage, status: stage.status.name }));
    return { data: { stages: linkedStages, ...totals, links }, rows, size, unrecorded };
  },
});

/** Counted from how far leads came, so figures add up: what reached a stage went on, was lost there, or is open there. */
function countFunnel(settings: Settings, rows: readonly StageRow[]) {
  const entries = new Map<string | null, number>(
    rows.flatMap(({ status_id, now, leads }) => (now === null ? [[status_id, leads] as const] : [])),
  );
  const stages = stagesOf(settings, (id) => entries.has(id));
  // Of leads that came exactly this far: those with a recorded entry, all of them, and of these lost and won.
  const counts = stages.map(() => ({ recorded: 0, furthest: 0, lost: 0, won: 0, value: 0 }));
  const placeOf = new Map(stages.flatMap(({ statusIds }, k) => statusIds.map((id) => [id, k] as const)));
  const whole = { size: 0, unrecorded: 0, won: 0, lost: 0, open: 0 };
  for (const { status_id, now, leads, value, unrecorded } of rows) {
    if (now === null) continue;
    whole.size += leads;
    whole.unrecorded += unrecorded;
    whole[now] += leads;
    const last = counts[status_id === null ? beginningOf(stages) : (placeOf.get(status_id) ?? -1)];
    if (last === undefined) continue;
    if (status_id !== null) last.recorded += leads;
    last.furthest += leads;
    last.value += value;
    if (now !== 'open') last[now] += leads;
  }
  const { size, ...totals } = whole;
  const sumFrom = (k: number, of: 'furthest' | 'value') => counts.slice(k).reduce((sum, count) => sum + count[of], 0);
  const reached = stages.map((_, k) => sumFrom(k, 'furthest'));
  return {
    size,
    stages: stages.map(({ status, statusIds, isWon }, k) => {
      const { recorded, furthest, lost, won } = counts[k] as (typeof counts)[number];
      // Nobody goes further than won: whoever entered one of several won statuses came exactly this far.
      const entered = isWon ? recorded : (entries.get(statusIds[0] ?? '') ?? 0);
      return {
        status,
        entered,
        reached: reached[k] ?? 0,
        share: ratio(reached[k] ?? 0, size),
        step_conversion: k + 1 < stages.length ? ratio(reached[k + 1] ?? 0, reached[k] ?? 0) : null,
        lost,
        open: furthest - lost - (isWon ? won : 0),
        value: money(sumFrom(k, 'value')),
      };
    }),
    ...totals,
  };
}
