import { Link } from '@tanstack/react-router';
import { hasCode } from '../../../api/problems.ts';
import { useFormat } from '../../../format/format.ts';
import { useLists } from '../../../format/lists.ts';
import { ArchiveButton } from '../../../settings/archive-button.tsx';
import { usePipelineTexts } from '../../../texts/pipeline.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Stage } from './stages.ts';

interface ArchiveStageProps {
  stage: Stage;
  stages: readonly Stage[];
  leads: number | undefined;
}

/** Archives a stage: its leads stay in it, and no other can come. */
export function ArchiveStage({ stage, stages, leads }: ArchiveStageProps) {
  const { archive: texts } = usePipelineTexts();
  const { and } = useLists();
  const { number } = useFormat();
  const isUsable = (id: string) => stages.some((one) => one.public_id === id && !one.archived);
  const stuck = stages.filter(
    ({ archived, allowed_next }) =>
      !archived &&
      allowed_next?.includes(stage.public_id) &&
      !allowed_next.some((id) => id !== stage.public_id && isUsable(id)),
  );
  return (
    <ArchiveButton
      collection="statuses"
      record={stage}
      name={stage.name}
      barred={stage.initial ? texts.initial : undefined}
      explain={(error) => (hasCode(error, 'conflict') ? texts.initial : null)}
    >
      <p>
        {leads === undefined ? texts.unknown : leads === 0 ? texts.none : texts.stay(number(leads))}{' '}
        {leads !== undefined && leads > 0 && (
          <Link to="/leads" search={{ status: stage.public_id }} className="text-accent underline">
            {texts.show}
          </Link>
        )}
      </p>
      <p>{texts.noColumn}</p>
      {stuck.length > 0 && <Notice kind="problem">{texts.onlyWay(and(stuck.map(({ name }) => name)))}</Notice>}
      <p className="text-ink-soft">{texts.undo}</p>
    </ArchiveButton>
  );
}
