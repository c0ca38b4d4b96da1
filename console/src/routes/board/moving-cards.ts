import { useCallback, useState } from 'react';
import type { StatusOption } from '../../api/leads.ts';
import { useFormat } from '../../format/format.ts';
import { useMoveLead } from '../../leads/moving.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { findOnBoard } from './columns.ts';
import type { BoardLead, Column } from './placing.ts';

/**
 * Cards that are shown where a person has put them, whatever the lists say: while they are dragged, and until the service has
 * answered. The lists stay what the service said, so to put a card back is to hold it no longer.
 */
export function useMovingCards(board: Pick<Column, 'filters' | 'sort'>) {
  const { board: texts } = useTexts();
  const format = useFormat();
  const move = useMoveLead();
  const [held, setHeld] = useState<ReadonlyMap<string, BoardLead>>(new Map());
  const [announced, announce] = useState('');

  const hold = useCallback((lead: BoardLead) => setHeld((before) => new Map(before).set(lead.public_id, lead)), []);
  const release = useCallback((id: string) => {
    setHeld((before) => {
      const now = new Map(before);
      now.delete(id);
      return now;
    });
  }, []);

  const moveCard = useCallback(
    async (lead: BoardLead, to: StatusOption) => {
      const name = format.name(lead.contact);
      const { public_id, name: status, kind } = to;
      hold({ ...lead, status: { public_id, name: status, kind }, stage: { entered_at: new Date().toISOString() } });
      announce(texts.toBeMoved(name, status));
      const moved = await move(lead, to);
      release(lead.public_id);
      const now = moved ?? findOnBoard(board, lead.public_id);
      announce(now === undefined ? '' : texts.stays(name, now.status.name));
      return moved;
    },
    [board, format, hold, move, release, texts],
  );

  return { held, hold, release, moveCard, announced };
}
