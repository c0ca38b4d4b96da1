import { scaleLinear } from 'd3-scale';
import { symbol, symbolDiamond } from 'd3-shape';
import { Chart, type Drawing } from './chart.tsx';
import { type LegendEntry, markStyle } from './marks.tsx';
import { SvgText } from './svg-text.tsx';
import { textWidth } from './text-width.ts';

export interface RangeRow {
  key: string;
  label: string;
  /** The median as it is written, at the end of the label's line. */
  text: string;
  /** Null where nothing was measured. */
  measured: { median: number; p75: number; p90: number; mean: number } | null;
  /** The median of what it is compared with. */
  before?: number | null;
}

interface RangeChartProps {
  label: string;
  tableHint: string;
  names: { median: string; p75: string; p90: string; mean: string; before: string };
  rows: readonly RangeRow[];
  /** How a value of the axis is written, and which values it may have. */
  axis: { ticks: (most: number, count: number) => number[]; write: (value: number) => string };
  /** What is said in place of a row without values. */
  none: string;
}

const AXIS = 22;
const LINE = 20;
const BAR = 16;
const GAP = 14;
const diamond = symbol(symbolDiamond, 56)() ?? '';

/** How values spread: the bar ends at the median, its hatched part at the 75th and the line at the 90th percentile. */
export function RangeChart({ rows, names, axis, none, label, tableHint }: RangeChartProps) {
  const isCompared = rows.some(({ before }) => before !== undefined && before !== null);
  const legend: LegendEntry[] = [
    { label: names.median, mark: 'solid' },
    { label: names.p75, mark: 'hatched' },
    { label: names.p90, sign: <path d="M0 6H14M14 1V11" stroke="var(--color-ink)" strokeWidth="1.5" /> },
    { label: names.mean, sign: <Diamond x={8} y={6} /> },
    ...(isCompared ? [{ label: names.before, sign: <BeforeSign x={8} top={0} height={12} /> }] : []),
  ];
  return (
    <Chart
      label={label}
      tableHint={tableHint}
      legend={legend}
      draw={(width, picture) => drawRanges({ rows, names, axis, none, width, picture })}
    />
  );
}

const Diamond = ({ x, y, ...data }: { x: number; y: number; [data: `data-${string}`]: string | number }) => (
  <path
    d={diamond}
    transform={`translate(${x} ${y})`}
    fill="var(--color-surface)"
    stroke="var(--color-ink)"
    strokeWidth="1.5"
    {...data}
  />
);

interface BeforeSignProps {
  x: number;
  top: number;
  height: number;
  [data: `data-${string}`]: string | number;
}

/** On a ground of its own, to be seen on the bar. */
const BeforeSign = ({ x, top, height, ...data }: BeforeSignProps) => (
  <>
    <path d={`M${x} ${top}V${top + height}`} stroke="var(--color-surface)" strokeWidth="5" />
    <path
      d={`M${x} ${top}V${top + height}`}
      stroke="var(--color-ink)"
      strokeWidth="2"
      strokeDasharray="3 2"
      fill="none"
      {...data}
    />
  </>
);

type Ranges = Pick<RangeChartProps, 'rows' | 'names' | 'axis' | 'none'> & { width: number; picture: string };

function drawRanges({ rows, names, axis, none, width, picture }: Ranges): Drawing {
  const most = Math.max(
    1,
    ...rows.flatMap(({ measured, before }) => [measured?.p90 ?? 0, measured?.mean ?? 0, before ?? 0]),
  );
  const scale = scaleLinear()
    .domain([0, most])
    .range([6, width - 8]);
  const step = LINE + BAR + GAP;
  const height = AXIS + rows.length * step;
  const ticks = axis.ticks(most, Math.max(2, Math.floor(width / 90)));
  const content = (
    <>
      {ticks.map((value) => (
        <g key={value}>
          <path d={`M${scale(value)} ${AXIS}V${height}`} stroke="var(--color-line)" />
          <SvgText
            small
            text={axis.write(value)}
            x={value === 0 ? 0 : scale(value)}
            y={14}
            textAnchor={value === 0 ? 'start' : scale(value) > width - 30 ? 'end' : 'middle'}
          />
        </g>
      ))}
      {rows.map(({ key, label, text, measured, before }, n) => {
        const top = AXIS + n * step;
        const bar = top + LINE;
        const shown = measured === null ? none : text;
        const point = (series: string, value: number) => ({
          'data-row': key,
          'data-series': series,
          'data-value': value,
        });
        return (
          <g key={key} data-row={key}>
            <SvgText text={label} room={width - textWidth(shown, 12) - 14} x={0} y={top + 14} {...GROUND} />
            <SvgText small text={shown} x={width} y={top + 14} textAnchor="end" {...GROUND} />
            {measured !== null && (
              <>
                <path
                  {...point(names.p90, measured.p90)}
                  d={`M${scale(measured.p75)} ${bar + BAR / 2}H${scale(measured.p90)}M${scale(measured.p90)} ${bar + 2}v${BAR - 4}`}
                  stroke="var(--color-ink)"
                  strokeWidth="1.5"
                />
                <rect
                  {...point(names.p75, measured.p75)}
                  x={scale(measured.median)}
                  y={bar}
                  width={scale(measured.p75) - scale(measured.median)}
                  height={BAR}
                  {...markStyle('hatched', picture)}
                />
                <rect
                  {...point(names.median, measured.median)}
                  x={scale(0)}
                  y={bar}
                  width={scale(measured.median) - scale(0)}
                  height={BAR}
                  {...markStyle('solid', picture)}
                />
                <Diamond x={scale(measured.mean)} y={bar + BAR / 2} {...point(names.mean, measured.mean)} />
              </>
            )}
            {before !== undefined && before !== null && (
              <BeforeSign x={scale(before)} top={bar - 3} height={BAR + 6} {...point(names.before, before)} />
            )}
          </g>
        );
      })}
    </>
  );
  return { height, content };
}

/** Lines of the axis run behind text. */
const GROUND = { paintOrder: 'stroke', stroke: 'var(--color-surface)', strokeWidth: 4 } as const;
