import type { Lead } from '../../api/leads.ts';
import { sentenceOf } from '../../api/problems.ts';
import { useFormat } from '../../format/format.ts';
import { assignSeenLead, LeadConflict } from '../../leads/change-lead.ts';
import { useTexts } from '../../texts/texts.tsx';
import { toast } from '../../ui/toast.tsx';

type Owner = Lead['owner'];

/** Gives a lead to somebody else, says so, and offers to take it back. */
export function useAssign(): (lead: Lead, owner: Owner) => Promise<void> {
  const texts = useTexts();
  const { assignment } = texts.lead;
  const format = useFormat();
  async function assign(seen: Lead, owner: Owner, canUndo: boolean): Promise<void> {
    const name = format.name(seen.contact);
    try {
      const changed = await assignSeenLead(seen, owner?.public_id ?? null);
      const undo = () => void assign(changed, seen.owner, false);
      toast({
        title: owner === null ? assignment.unassigned(name) : assignment.assigned(name, owner.name),
        ...(canUndo && { action: { label: texts.common.undo, onPress: undo } }),
      });
    } catch (error) {
      const description =
        error instanceof LeadConflict
          ? assignment.conflict(name, error.lead.owner?.name ?? texts.common.nobody)
          : sentenceOf(error, texts);
      toast({ kind: 'problem', title: assignment.notAssigned, description });
    }
  }
  return (lead, owner) => assign(lead, owner, true);
}
