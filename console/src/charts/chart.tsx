import { type ReactNode, useId } from 'react';
import { Legend, type LegendEntry, MarkPatterns, usePicture } from './marks.tsx';
import { useWidth } from './use-width.ts';

export interface Drawing {
  height: number;
  content: ReactNode;
}

interface ChartProps {
  /** What it shows, for screen readers: the figures themselves are in the table. */
  label: string;
  /** Where the same figures stand as a table, in words. */
  tableHint: string;
  legend?: readonly LegendEntry[];
  /** Draws for a width; `picture` names the patterns of its marks. */
  draw: (width: number, picture: string) => Drawing;
}

/** A picture of figures. It is drawn anew for each width, so that its text stays readable. */
export function Chart({ label, tableHint, legend = [], draw }: ChartProps) {
  const hint = useId();
  const picture = usePicture();
  const [place, width] = useWidth();
  const drawing = width > 0 ? draw(width, picture) : null;
  return (
    <figure className="min-w-0">
      {legend.length > 0 && <Legend entries={legend} />}
      <div ref={place} className="w-full overflow-hidden">
        {drawing !== null && (
          <svg
            role="img"
            aria-label={label}
            aria-describedby={hint}
            width={width}
            height={drawing.height}
            viewBox={`0 0 ${width} ${drawing.height}`}
            className="block"
          >
            <MarkPatterns picture={picture} />
            {drawing.content}
          </svg>
        )}
      </div>
      <figcaption id={hint} className="sr-only">
        {tableHint}
      </figcaption>
    </figure>
  );
}
