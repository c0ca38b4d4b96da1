import type { SVGProps } from 'react';
import { fitText, SMALL_TEXT, TEXT } from './text-width.ts';

interface SvgTextProps extends Omit<SVGProps<SVGTextElement>, 'children'> {
  text: string;
  /** Shortened to so many pixels; the whole text is shown when pointed at. */
  room?: number;
  small?: boolean;
  strong?: boolean;
}

/** A line of text in a chart. */
export function SvgText({ text, room, small = false, strong = false, ...rest }: SvgTextProps) {
  const size = small ? SMALL_TEXT : TEXT;
  const shown = room === undefined ? text : fitText(text, room, size, strong ? 600 : 400);
  return (
    <text
      fontSize={size}
      fontWeight={strong ? 600 : 400}
      fill={small && !strong ? 'var(--color-ink-soft)' : 'var(--color-ink)'}
      {...rest}
    >
      {shown !== text && <title>{text}</title>}
      {shown}
    </text>
  );
}
