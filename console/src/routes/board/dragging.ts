import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { StatusOption } from '../../api/leads.ts';
import { mayMove } from '../../leads/stage-rules.ts';
import type { BoardLead } from './placing.ts';

const CARD = 'card';
const STATUS = 'status';

interface Dragging {
  /** The lead as the person saw it when the drag began. */
  lead: BoardLead;
  from: StatusOption | undefined;
}

interface Handlers {
  statuses: readonly StatusOption[];
  onStart: (lead: BoardLead) => void;
  onDrop: (lead: BoardLead, to: StatusOption | null) => void;
}

/** The card that is dragged over the board, if one is. */
export function useDragging(handlers: Handlers): Dragging | null {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const leadIn = (data: Record<string, unknown>) => data[CARD] as BoardLead;
    return monitorForElements({
      canMonitor: ({ source }) => source.data[CARD] !== undefined,
      onDragStart: ({ source }) => {
        const lead = leadIn(source.data);
        const from = latest.current.statuses.find(({ public_id }) => public_id === lead.status.public_id);
        setDragging({ lead, from });
        latest.current.onStart(lead);
      },
      onDrop: ({ source, location }) => {
        const to = location.current.dropTargets[0]?.data[STATUS] as StatusOption | undefined;
        setDragging(null);
        latest.current.onDrop(leadIn(source.data), to ?? null);
      },
    });
  }, []);
  return dragging;
}

/** Makes a card one that can be dragged. */
export function useDraggableCard(card: RefObject<HTMLElement | null>, lead: BoardLead, canDrag: boolean): void {
  const latest = useRef({ lead, canDrag });
  useEffect(() => {
    latest.current = { lead, canDrag };
  });
  useEffect(() => {
    const element = card.current;
    if (element === null) return;
    return draggable({
      element,
      canDrag: () => latest.current.canDrag,
      getInitialData: () => ({ [CARD]: latest.current.lead }),
    });
  }, [card]);
}

/** Makes a column take the cards that the stage rules let in. Returns whether one is over it. */
export function useDropColumn(
  column: RefObject<HTMLElement | null>,
  status: StatusOption,
  statuses: readonly StatusOption[],
): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = column.current;
    if (element === null) return;
    return dropTargetForElements({
      element,
      getData: () => ({ [STATUS]: status }),
      canDrop: ({ source }) => {
        const lead = source.data[CARD] as BoardLead | undefined;
        if (lead === undefined || lead.status.public_id === status.public_id) return false;
        return mayMove(
          statuses.find(({ public_id }) => public_id === lead.status.public_id),
          status,
        );
      },
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [column, status, statuses]);
  return isOver;
}
