import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Job } from '../../api/jobs.ts';
import { leadQuery } from '../../api/leads.ts';
import { sentenceOfFields } from '../../api/problems.ts';
import { type Format, useFormat } from '../../format/format.ts';
import { said } from '../../texts/said.ts';
import { type Texts, useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Watched } from './watched-jobs.ts';

/** One sentence: what was done. */
export function doneText({ changed }: Job, { kind, target }: Watched, { leads: { bulk } }: Texts, format: Format) {
  const count = format.number(changed);
  const isOne = changed === 1;
  if (kind === 'move') return bulk.moved(count, isOne, target ?? '');
  return target === null ? bulk.unassigned(count, isOne) : bulk.assigned(count, isOne, target);
}

/** Names are read for those that are listed. */
const LISTED = 20;

interface JobOutcomeProps {
  job: Job;
  watched: Watched;
  onLeave: () => void;
}

export function JobOutcome({ job, watched, onLeave }: JobOutcomeProps) {
  const texts = useTexts();
  const { bulk } = texts.leads;
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const { unchanged, failed, failures, total, processed, reason } = job;
  const left = total - processed;
  const listed = isWhole ? failures : failures.slice(0, LISTED);
  return (
    <>
      {reason !== null && <Notice kind="problem">{reason}</Notice>}
      <div role="status" className="flex flex-col gap-1">
        <p className="font-medium">{doneText(job, watched, texts, format)}</p>
        {unchanged > 0 && <p>{bulk.unchanged(format.number(unchanged), unchanged === 1)}</p>}
        {left > 0 && <p>{bulk.left(format.number(left), left === 1)}</p>}
        {failed > 0 && <p className="text-danger">{bulk.failed(format.number(failed))}</p>}
      </div>
      {failed > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {listed.map(({ lead, problem }) => (
            <li key={lead} className="px-3 py-2">
              <LeadName id={lead} onLeave={onLeave} />
              <span className="block text-ink-soft">{reasonOf(problem, texts)}</span>
            </li>
          ))}
        </ul>
      )}
      {listed.length < failures.length && (
        <Button className="self-start" onClick={() => setWhole(true)}>
          {texts.common.more}
        </Button>
      )}
      {failed > listed.length && listed.length === failures.length && (
        <p className="text-ink-soft">{bulk.firstFailures(format.number(listed.length))}</p>
      )}
    </>
  );
}

function LeadName({ id, onLeave }: { id: string; onLeave: () => void }) {
  const format = useFormat();
  const { data } = useQuery(leadQuery(id));
  return (
    <Link
      to="/leads/$leadId"
      params={{ leadId: id }}
      preload={false}
      onClick={onLeave}
      className="font-medium text-accent hover:underline"
    >
      {data === undefined ? id : format.name(data.lead.contact)}
    </Link>
  );
}

type Problem = Job['failures'][number]['problem'];

/** What was wrong, field by field where the service says so. */
const reasonOf = ({ errors = {}, detail }: Problem, { common }: Texts): string =>
  Object.keys(errors).length === 0 ? said(detail) : sentenceOfFields(errors, common);
