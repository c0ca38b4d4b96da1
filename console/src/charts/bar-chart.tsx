import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { Chart, type Drawing } from './chart.tsx';
import { type LegendEntry, type Mark, markStyle } from './marks.tsx';
import { SvgText } from './svg-text.tsx';
import { SMALL_TEXT, textWidth } from './text-width.ts';

export interface BarPart {
  /** What the part counts: the same in every row. */
  series: string;
  value: number;
  mark: Mark;
  /** How the value is written. */
  text: string;
}

export interface BarRow {
  key: string;
  label: string;
  /** Stands at the end of the label's line. */
  note?: string;
  /** One or several bars; the parts of one stand in line. */
  bars: readonly { parts: readonly BarPart[] /** At its end. */; text: string }[];
}

interface BarChartProps {
  label: string;
  tableHint: string;
  legend?: readonly LegendEntry[];
  rows: readonly BarRow[];
}

const LINE = 20;
const BAR = 18;
const THIN_BAR = 14;
const GAP = 14;

/** Rows of horizontal bars, each below its name: long names have the whole width. */
export const BarChart = ({ rows, ...chart }: BarChartProps) => (
  <Chart {...chart} draw={(width, picture) => drawBars(rows, width, picture)} />
);

const sumOf = (parts: readonly BarPart[]): number => parts.reduce((sum, { value }) => sum + value, 0);

function drawBars(rows: readonly BarRow[], width: number, picture: string): Drawing {
  const all = rows.flatMap(({ bars }) => bars);
  const gutter = Math.max(0, ...all.map(({ text }) => textWidth(text, SMALL_TEXT))) + 8;
  const scale = scaleLinear()
    .domain([0, Math.max(1e-9, ...all.map(({ parts }) => sumOf(parts)))])
    .range([0, Math.max(40, width - gutter - 1)]);
  let y = 0;
  const content = rows.map(({ key, label, note = '', bars }) => {
    const top = y;
    const noteWidth = note === '' ? 0 : textWidth(note, SMALL_TEXT) + 12;
    // A note that leaves too little for the name stands below it.
    const isBelow = width - noteWidth < 120 && note !== '';
    const head = LINE * (isBelow ? 2 : 1);
    const height = bars.length > 1 ? THIN_BAR : BAR;
    y += head + bars.length * (height + 3) + GAP;
    return (
      <g key={key} data-row={key}>
        <SvgText text={label} room={isBelow ? width : width - noteWidth} x={0} y={top + 14} />
        {note !== '' && (
          <SvgText
            small
            text={note}
            x={isBelow ? 0 : width}
            y={top + 14 + (isBelow ? LINE : 0)}
            textAnchor={isBelow ? 'start' : 'end'}
          />
        )}
        {bars.map((bar, n) => (
          <Bar
            key={bar.parts[0]?.series ?? n}
            row={key}
            {...bar}
            scale={scale}
            y={top + head + n * (height + 3)}
            height={height}
            picture={picture}
          />
        ))}
      </g>
    );
  });
  return { height: Math.max(1, y - GAP + 2), content };
}

interface BarProps {
  row: string;
  parts: readonly BarPart[];
  text: string;
  scale: (value: number) => number;
  y: number;
  height: number;
  picture: string;
}

function Bar({ row, parts, text, scale, y, height, picture }: BarProps) {
  const values = Object.fromEntries(parts.map(({ series, value }) => [series, value]));
  const placed = stack<Record<string, number>>().keys(parts.map(({ series }) => series))([values]);
  return (
    <>
      {parts.map(({ series, value, mark, text: written }, n) => {
        const [from, to] = placed[n]?.[0] ?? [0, 0];
        const [x, end] = [scale(from), scale(to)];
        const isInside = parts.length > 1 && value > 0 && textWidth(written, SMALL_TEXT) + 8 < end - x;
        return (
          <g key={series}>
            <rect
              data-row={row}
              data-series={series}
              data-value={value}
              x={x + 0.5}
              y={y + 0.5}
              width={Math.max(0, end - x)}
              height={height - 1}
              strokeWidth={value > 0 ? 1 : 0}
              {...markStyle(mark, picture)}
            >
              <title>{`${series}: ${written}`}</title>
            </rect>
            {isInside && <InsideText text={written} mark={mark} x={x + 5} y={y + height / 2 + 4} />}
          </g>
        );
      })}
      <SvgText small text={text} x={scale(sumOf(parts)) + 7} y={y + height / 2 + 4} />
    </>
  );
}

/** On stripes it needs a ground of its own. */
const InsideText = ({ text, mark, x, y }: { text: string; mark: Mark; x: number; y: number }) => (
  <>
    {mark === 'hatched' && (
      <rect
        x={x - 3}
        y={y - 11}
        width={textWidth(text, SMALL_TEXT) + 6}
        height={14}
        rx={2}
        fill="var(--color-surface)"
      />
    )}
    <SvgText
      small
      strong
      text={text}
      x={x}
      y={y}
      fill={mark === 'solid' ? 'var(--color-on-accent)' : 'var(--color-ink)'}
    />
  </>
);
