import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type DistributionRule, memberNamesQuery } from '../../../api/distribution.ts';
import { recordsQuery } from '../../../api/settings.ts';
import { useDistributionTexts } from '../../../texts/distribution.ts';

/** So many members of a pool are named. */
const NAMED = 3;

/** Says whom rules give leads to. Names come a moment later; until then, it says how many there are. */
export function usePoolWords(rules: readonly DistributionRule[]): (rule: DistributionRule) => string {
  const { pool: words } = useDistributionTexts();
  const { data: teams } = useSuspenseQuery(recordsQuery('teams'));
  const first = rules.flatMap(({ pool }) => pool.memberships?.slice(0, NAMED) ?? []);
  const { data: names } = useQuery(memberNamesQuery([...new Set(first)]));
  return ({ pool: { team, memberships = [] } }) => {
    if (team !== undefined) {
      const known = teams.find(({ public_id }) => public_id === team);
      return known === undefined ? words.noTeam : words.team(known.name);
    }
    const told = memberships.slice(0, NAMED).flatMap((id) => names?.[id] ?? []);
    if (told.length === 0) return words.count(memberships.length);
    return words.members(told.join(', '), memberships.length - told.length);
  };
}
