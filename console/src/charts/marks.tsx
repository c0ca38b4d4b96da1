import { type ReactNode, useId } from 'react';

/** How an area is drawn. They differ in pattern and outline, not only in colour. */
export type Mark = 'solid' | 'hatched' | 'plain' | 'outlined';

/** What `fill` and `stroke` of each mark are; the pattern is defined by `MarkPatterns` of the same picture. */
export const markStyle = (mark: Mark, picture: string) =>
  ({
    solid: { fill: 'var(--color-accent)', stroke: 'var(--color-accent)' },
    hatched: { fill: `url(#${picture}-hatched)`, stroke: 'var(--color-line-strong)' },
    plain: { fill: 'var(--color-accent-soft)', stroke: 'var(--color-accent)' },
    outlined: { fill: 'transparent', stroke: 'var(--color-ink-soft)', strokeDasharray: '4 2' },
  })[mark];

/** Names the patterns of one picture: they are found in the whole page. */
export const usePicture = (): string => useId().replaceAll(/[^\w-]/g, '');

export const MarkPatterns = ({ picture }: { picture: string }) => (
  <defs>
    <pattern id={`${picture}-hatched`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="var(--color-surface)" />
      <rect width="2" height="6" fill="var(--color-line-strong)" />
    </pattern>
  </defs>
);

export interface LegendEntry {
  label: string;
  mark?: Mark;
  /** Another sign than an area, drawn within 16 by 12. */
  sign?: ReactNode;
}

/** What the marks of a chart stand for. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  const picture = usePicture();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pb-3 text-xs text-ink-soft">
      {entries.map(({ label, mark, sign }) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true" className="shrink-0">
            <MarkPatterns picture={picture} />
            {mark && <rect x="0.5" y="0.5" width="15" height="11" rx="2" {...markStyle(mark, picture)} />}
            {sign}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
