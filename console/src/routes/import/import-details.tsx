import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Import, isOver } from '../../api/imports.ts';
import { useFormat } from '../../format/format.ts';
import { useActorName } from '../../leads/actor-name.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { Notice } from '../../ui/notice.tsx';
import { Counts } from './counts.tsx';
import { FailedRows } from './failures/failed-rows.tsx';
import { ImportProgress } from './import-progress.tsx';

export function ImportDetails({ shown }: { shown: Import }) {
  const { one, failures } = useImportTexts();
  const isDone = isOver(shown);
  return (
    <>
      <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 md:p-5">
        {isDone ? <Outcome shown={shown} /> : <Running shown={shown} />}
        {(!isDone || shown.processed > 0) && <Counts shown={shown} />}
        <CreatedLeads shown={shown} />
        <Facts shown={shown} />
      </div>
      {shown.failed > 0 && (
        <div className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 md:p-5">
          {isDone ? <FailedRows shown={shown} level={2} /> : <p className="text-ink-soft">{failures.later}</p>}
        </div>
      )}
      {!isDone && <p className="text-ink-soft">{one.goesOn}</p>}
    </>
  );
}

function Running({ shown }: { shown: Import }) {
  const { states, one } = useImportTexts();
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="font-medium">
        {shown.state === 'queued' ? one.waits : states[shown.state]}
      </p>
      <ImportProgress shown={shown} />
    </div>
  );
}

function Outcome({ shown: { state, dry_run } }: { shown: Import }) {
  const { one } = useImportTexts();
  if (state === 'failed') return <Notice kind="problem">{dry_run ? one.failedTrial : one.failed}</Notice>;
  if (state === 'cancelled') return <Notice>{dry_run ? one.cancelledTrial : one.cancelled}</Notice>;
  return <Notice kind={dry_run ? 'info' : 'good'}>{dry_run ? one.doneTrial : one.done}</Notice>;
}

/** The list cannot be filtered by import, but by the time in which it ran. */
function CreatedLeads({ shown: { created, dry_run, started_at, finished_at } }: { shown: Import }) {
  const { one } = useImportTexts();
  if (created === 0 || dry_run || started_at === null) return null;
  return (
    <p>
      <Link
        to="/leads"
        search={{ created_at: `${started_at}..${finished_at ?? ''}` }}
        className="font-medium text-accent underline"
      >
        {one.leads}
      </Link>
      <span className="block text-xs text-ink-soft">{one.leadsHint}</span>
    </p>
  );
}

function Facts({ shown: { actor, created_at, finished_at, on_duplicate, rows } }: { shown: Import }) {
  const { one, options, counts } = useImportTexts();
  const format = useFormat();
  const actorName = useActorName();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 border-t border-line pt-3 md:grid-cols-3">
      <Fact label={one.by}>{actorName(actor)}</Fact>
      <Fact label={one.started}>{format.time(created_at)}</Fact>
      {finished_at !== null && <Fact label={one.finished}>{format.time(finished_at)}</Fact>}
      <Fact label={counts.rows}>{format.number(rows)}</Fact>
      <Fact label={one.onDuplicate}>{options[on_duplicate]}</Fact>
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-ink-soft">{label}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
);
