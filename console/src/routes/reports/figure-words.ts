import { useSuspenseQuery } from '@tanstack/react-query';
import { optionsQuery } from '../../api/leads.ts';
import type { Asked } from '../../api/reports.ts';
import { useMemberNames, useTeams } from '../../leads/filters/use-members.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { useGroupName } from './period-text.ts';
import { type Grouping, groupings } from './report-state.ts';

/** Which figure an address lists the leads of, in words. Null where it names none. */
export function useFigureWords(asked: Asked): string | null {
  const { leads } = useReportTexts();
  const { title } = leads;
  const stage = useStageName(asked);
  const group = useGroupOf(asked);
  const { rule, member } = useAssignment(asked);
  switch (asked.figure ?? 'leads') {
    case 'leads':
      return group === null ? title.leads : title.leadsOf(group);
    case 'entered':
      return title.entered(stage);
    case 'reached':
      return title.reached(stage);
    case 'finished':
      return title.finished(stage);
    case 'unfinished':
      return title.unfinished(stage);
    case 'won':
      return group === null ? title.won : title.wonOf(group);
    case 'lost':
      return asked.stage !== undefined ? title.lostAt(stage) : group === null ? title.lost : title.lostOf(group);
    case 'open':
      return asked.stage !== undefined ? title.openAt(stage) : group === null ? title.open : title.openOf(group);
    case 'decided':
      return title.decided;
    case 'waiting':
      return title.waiting;
    case 'assigned':
      return asked.member === undefined ? title.assigned(rule) : title.assignedTo(member, rule);
    case 'open_cap':
      return title.open_cap(member, rule);
    case 'daily_cap':
      return title.daily_cap(member, rule);
    default:
      return null;
  }
}

/** Archived statuses are in reports, but not among the options: the address brings the name. */
function useStageName({ stage, name }: Asked): string {
  const { leads } = useReportTexts();
  const { statuses } = useSuspenseQuery(optionsQuery).data;
  return statuses.find(({ public_id }) => public_id === stage)?.name ?? name ?? leads.aStage;
}

function useGroupOf({ group_by, group, name }: Asked): string | null {
  const { leads } = useReportTexts();
  const { statuses, sources } = useSuspenseQuery(optionsQuery).data;
  const teams = useTeams();
  const memberName = useMemberNames(group_by === 'owner' && group !== undefined && group !== 'none' ? [group] : []);
  const grouping: Grouping | undefined = groupings.find((one) => one === group_by);
  const named = useGroupName(grouping ?? 'source');
  if (grouping === undefined || group === undefined) return null;
  const records = { source: sources, status: statuses, team: teams, owner: [], week: [], month: [] }[grouping];
  const known = records.find(({ public_id }) => public_id === group)?.name;
  return named(group, known ?? memberName(group) ?? name ?? leads.aGroup);
}

function useAssignment({ rule, rule_name, member, name }: Asked): { rule: string; member: string } {
  const { leads, distribution } = useReportTexts();
  const memberName = useMemberNames(member === undefined ? [] : [member]);
  return {
    member: (member === undefined ? undefined : memberName(member)) ?? name ?? leads.aMember,
    rule: rule === 'none' ? distribution.noRule : (rule_name ?? leads.aRule),
  };
}
