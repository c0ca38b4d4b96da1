import { CircleCheck, CircleDot, CircleX } from 'lucide-react';
import { usePipelineTexts } from '../../../texts/pipeline.ts';
import { Badge } from '../../../ui/badge.tsx';

const looks = { open: ['info', CircleDot], won: ['good', CircleCheck], lost: ['plain', CircleX] } as const;

/** Picture and word: it does not depend on colour. */
export function KindBadge({ kind }: { kind: keyof typeof looks }) {
  const { kinds } = usePipelineTexts();
  const [tone, Icon] = looks[kind];
  return (
    <Badge tone={tone} icon={<Icon className="size-3 shrink-0" aria-hidden="true" />}>
      {kinds[kind]}
    </Badge>
  );
}
