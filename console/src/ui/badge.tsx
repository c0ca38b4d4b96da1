import { Flame, Snowflake, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { classNames } from './class-names.ts';

const tones = {
  plain: 'bg-sunken text-ink',
  good: 'bg-good-soft text-good',
  danger: 'bg-danger-soft text-danger',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
} as const;

export type Tone = keyof typeof tones;

export const Badge = ({ tone = 'plain', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) => (
  <span
    className={classNames(
      'inline-flex max-w-full items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
      tones[tone],
    )}
  >
    {icon}
    <span className="truncate">{children}</span>
  </span>
);

const toneOfKind = { open: 'info', won: 'good', lost: 'plain' } as const;

export const StatusBadge = ({ status }: { status: { name: string; kind: 'open' | 'won' | 'lost' } }) => (
  <Badge tone={toneOfKind[status.kind]}>{status.name}</Badge>
);

const bands = { hot: ['danger', Flame], warm: ['warn', Sun], cold: ['plain', Snowflake] } as const;

/** Icon, word and number: it does not depend on colour. */
export function ScoreBadge({ score, band }: { score: number; band: 'hot' | 'warm' | 'cold' }) {
  const { bands: names } = useTexts();
  const [tone, Icon] = bands[band];
  return (
    <Badge tone={tone} icon={<Icon className="size-3 shrink-0" aria-hidden="true" />}>
      {`${names[band]} ${score}`}
    </Badge>
  );
}
