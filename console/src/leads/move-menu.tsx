import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Lead } from '../api/leads.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { useMoveLead, useTargets } from './moving.tsx';

interface MoveMenuProps {
  lead: Lead;
  trigger?: ReactElement<Record<string, unknown>>;
  onMoved?: (lead: Lead) => void;
}

/** "Move to…": what dragging does, for keyboards, screen readers and thumbs. */
export function MoveMenu({ lead, trigger, onMoved }: MoveMenuProps) {
  const { moving } = useTexts();
  const move = useMoveLead();
  const targets = useTargets(lead);
  const button = (
    <Button>
      {moving.moveTo}
      <ChevronDown className="size-4" aria-hidden="true" />
    </Button>
  );
  return (
    <Menu trigger={trigger ?? button}>
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
