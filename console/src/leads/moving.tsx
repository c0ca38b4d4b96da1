import { useSuspenseQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { type Lead, optionsQuery, type StatusOption } from '../api/leads.ts';
import { fieldErrors, hasCode, sentenceOf } from '../api/problems.ts';
import { queryClient } from '../api/query-client.ts';
import { useFormat } from '../format/format.ts';
import { useTexts } from '../texts/texts.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { LeadConflict, moveSeenLead } from './change-lead.ts';
import { patchOf } from './patch-of.ts';
import { mayMove, missingFields } from './stage-rules.ts';

const MoveDialog = lazyDialog(async () => (await import('./move-dialog.tsx')).MoveDialog);

export interface Answers {
  note: string;
  fields: Readonly<Record<string, unknown>>;
}

interface Asked {
  lead: Lead;
  to: StatusOption;
  errors: Readonly<Record<string, string[]>>;
  /** Why the last attempt failed, if not by its fields. */
  problem: string;
  answers: Answers;
  resolve: (moved: Lead | null) => void;
}

/** Resolves to the moved lead, or to null if it was not moved; why, has been said then. */
type Move = (lead: Lead, to: StatusOption) => Promise<Lead | null>;

const Current = createContext<Move | null>(null);

/** Moves leads under the stage rules: asks for what a status requires, says what went wrong, and offers to undo. */
export function MovingProvider({ children }: { children: ReactNode }) {
  const texts = useTexts();
  const format = useFormat();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef<Asked | null>(null);
  const show = useCallback((next: Asked | null) => {
    latest.current = next;
    setAsked(next);
  }, []);

  const attempt = useCallback(
    async (lead: Lead, to: StatusOption, answers: Answers, from: StatusOption | undefined, canUndo: boolean) => {
      const options = await queryClient.ensureQueryData(optionsQuery);
      const { note, fields } = answers;
      const moved = await moveSeenLead(lead, { to: to.public_id, note: note.trim(), fields: patchOf(fields, options) });
      const isBackAllowed = from !== undefined && mayMove(to, from) && !from.note_required;
      const undo = () =>
        void attempt(moved, from as StatusOption, { note: '', fields: {} }, to, false).catch((error) => report(error));
      toast({
        title: texts.moving.moved(format.name(lead.contact), to.name),
        ...(canUndo && isBackAllowed && { action: { label: texts.common.undo, onPress: undo } }),
      });
      return moved;
    },
    [texts, format],
  );

  const report = useCallback(
    (error: unknown) => {
      const description =
        error instanceof LeadConflict
          ? texts.moving.conflict(format.name(error.lead.contact), error.lead.status.name)
          : sentenceOf(error, texts);
      toast({ kind: 'problem', title: texts.moving.notMoved, description });
    },
    [texts, format],
  );

  const move = useCallback<Move>(
    async (lead, to) => {
      const options = await queryClient.ensureQueryData(optionsQuery);
      const from = options.statuses.find(({ public_id }) => public_id === lead.status.public_id);
      const answers = { note: '', fields: Object.fromEntries(missingFields(lead, to).map((name) => [name, null])) };
      const ask = (errors: Asked['errors']) =>
        new Promise<Lead | null>((resolve) => {
          // One question at a time: the one before counts as not answered.
          latest.current?.resolve(null);
          show({ lead, to, errors, problem: '', answers, resolve });
        });
      if (to.note_required || Object.keys(answers.fields).length > 0) return ask({});
      try {
        return await attempt(lead, to, answers, from, true);
      } catch (error) {
        // The rules may have become stricter since they were read.
        if (hasCode(error, 'validation_failed')) return ask(fieldErrors(error));
        report(error);
        return null;
      }
    },
    [attempt, report, show],
  );

  const answer = async (answers: Answers) => {
    if (asked === null || busy) return;
    const { lead, to, resolve } = asked;
    const isAsked = () => latest.current?.resolve === resolve;
    setBusy(true);
    try {
      const options = await queryClient.ensureQueryData(optionsQuery);
      const from = options.statuses.find(({ public_id }) => public_id === lead.status.public_id);
      resolve(await attempt(lead, to, answers, from, true));
      if (isAsked()) show(null);
    } catch (error) {
      const isOver = error instanceof LeadConflict || hasCode(error, 'not_found');
      if (isOver || !isAsked()) {
        report(error);
        resolve(null);
        if (isAsked()) show(null);
      } else {
        // What was typed stays, to be sent again.
        const isByFields = hasCode(error, 'validation_failed');
        show({ ...asked, answers, errors: fieldErrors(error), problem: isByFields ? '' : sentenceOf(error, texts) });
      }
    } finally {
      setBusy(false);
    }
  };

  const close = () => {
    if (asked === null) return;
    const { contact, status } = asked.lead;
    toast({ title: texts.moving.stays(format.name(contact), status.name) });
    asked.resolve(null);
    show(null);
  };

  return (
    <Current value={move}>
      {children}
      {asked !== null && (
        <Suspense>
          <MoveDialog
            key={asked.lead.public_id + asked.to.public_id}
            lead={asked.lead}
            to={asked.to}
            answers={asked.answers}
            errors={asked.errors}
            problem={asked.problem}
            busy={busy}
            onAnswer={answer}
            onClose={close}
          />
        </Suspense>
      )}
    </Current>
  );
}

export function useMoveLead(): Move {
  const move = useContext(Current);
  if (move === null) throw new Error('leads cannot be moved here');
  return move;
}

/** The statuses in pipeline order, with what the rules say of moving this lead to each. */
export function useTargets(lead: Lead): { status: StatusOption; isCurrent: boolean; isAllowed: boolean }[] {
  const { statuses } = useSuspenseQuery(optionsQuery).data;
  return useMemo(() => {
    const from = statuses.find(({ public_id }) => public_id === lead.status.public_id);
    return statuses.map((status) => ({
      status,
      isCurrent: status.public_id === lead.status.public_id,
      isAllowed: mayMove(from, status),
    }));
  }, [statuses, lead.status.public_id]);
}
