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

/** Flame, sun and snowflake of Lucide, each in one path: dozens of rows appear in a frame of scrolling. */
const bands = {
  hot: ['danger', 'M12 3q1 4 4 6.5t3 5.5a1 1 0 0 1-14 0 5 5 0 0 1 1-3 1 1 0 0 0 5 0c0-2-1.5-3-1.5-5q0-2 2.5-4'],
  warm: [
    'warn',
    'M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
  ],
  cold: [
    'plain',
    'M10 20l-1.25-2.5L6 18M10 4 8.75 6.5 6 6M14 20l1.25-2.5L18 18M14 4l1.25 2.5L18 6M17 21l-3-6h-4M17 3l-3 6 1.5 3M2 12h6.5L10 9M20 10l-1.5 2 1.5 2M22 12h-6.5L14 15M4 10l1.5 2L4 14M7 21l3-6-1.5-3M7 3l3 6h4',
  ],
} as const;

/** Icon, word and number: it does not depend on colour. */
export function ScoreBadge({ score, band }: { score: number; band: 'hot' | 'warm' | 'cold' }) {
  const { bands: names } = useTexts();
  const [tone, path] = bands[band];
  const icon = (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-3 shrink-0"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
  return <Badge tone={tone} icon={icon}>{`${names[band]} ${score}`}</Badge>;
}
