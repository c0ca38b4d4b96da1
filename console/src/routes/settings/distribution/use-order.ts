import { useRef, useState } from 'react';
import { changeSeenRule, type DistributionRule, rulesQuery } from '../../../api/distribution.ts';
import { hasCode, sentenceOf } from '../../../api/problems.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useDistributionTexts } from '../../../texts/distribution.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { toast } from '../../../ui/toast.tsx';
import { changedPositions } from './positions.ts';

/** The rules in the order that the person wants, while it is being saved; moves that come meanwhile are saved after it. */
export function useOrder(rules: readonly DistributionRule[]) {
  const texts = useDistributionTexts();
  const all = useTexts();
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const latest = useRef<readonly string[] | null>(null);
  const isSaving = useRef(false);

  async function save(): Promise<void> {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      for (let order = latest.current; order !== null; ) {
        if (!(await saveOrder(order))) {
          toast({ kind: 'problem', title: texts.orderChanged });
          break;
        }
        if (order === latest.current) break;
        order = latest.current;
      }
    } catch (error) {
      const description = hasCode(error, 'precondition_failed') ? texts.orderChanged : sentenceOf(error, all);
      toast({ kind: 'problem', title: texts.orderFailed, description });
    } finally {
      await queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey });
      isSaving.current = false;
      latest.current = null;
      setWanted(null);
    }
  }
  return {
    rules: wanted === null ? rules : inOrder(rules, wanted),
    move: (moved: readonly DistributionRule[]) => {
      latest.current = moved.map(({ public_id }) => public_id);
      setWanted(latest.current);
      void save();
    },
  };
}

/** False: others have changed the order, or which rules there are. */
async function saveOrder(order: readonly string[]): Promise<boolean> {
  const rules = await queryClient.fetchQuery({ ...rulesQuery, staleTime: 0 });
  if (rules.length !== order.length || rules.some(({ public_id }) => !order.includes(public_id))) return false;
  const changes = changedPositions(inOrder(rules, order));
  for (const [rule, position] of changes) if (!(await changeSeenRule(rule, 'position', position))) return false;
  return true;
}

const inOrder = (rules: readonly DistributionRule[], order: readonly string[]) =>
  [...rules].sort((one, other) => order.indexOf(one.public_id) - order.indexOf(other.public_id));
