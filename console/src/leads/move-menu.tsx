import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Lead, StatusOption } from '../api/leads.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { useMoveLead, useTargets } from './moving.tsx';

interface MoveMenuProps {
  lead: Lead;
  trigger?: ReactElement<Record<string, unknown>>;
  /** The open menu of a button elsewhere. */
  beside?: { anchor: HTMLElement; onClose: () => void };
  onMoved?: (lead: Lead) => void;
  /** Where moving does more than usual. */
  move?: (lead: Lead, to: StatusOption) => Promise<Lead | null>;
}

/** "Move to…": what dragging does, for keyboards, screen readers and thumbs. */
export function MoveMenu({ lead, trigger, beside, onMoved, move: ownMove }: MoveMenuProps) {
  const { moving } = useTexts();
  const usualMove = useMoveLead();
  const move = ownMove ?? usualMove;
  const targets = useTargets(lead);
  const button = (
    <Button>
      {moving.moveTo}
      <ChevronDown className="size-4" aria-hidden="true" />
    </Button>
  );
  return (
    <Menu
      {...(beside
        ? { anchor: beside.anchor, open: true, onOpenChange: (is: boolean) => is || beside.onClose(), align: 'end' }
        : { trigger: trigger ?? button })}
    >
      {targets.map(({ status, isCurrent, isAllowed }) => (
        <MenuItem
          key={status.public_id}
          disabled={isCurrent || !isAllowed}
          note={isCurrent ? moving.isHere : isAllowed ? undefined : moving.notAllowed(lead.status.name)}
          onSelect={async () => {
            const moved = await move(lead, status);
            if (moved !== null) onMoved?.(moved);
          }}
        >
          {status.name}
        </MenuItem>
      ))}
    </Menu>
  );
}
