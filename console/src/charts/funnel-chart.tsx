import { scaleLinear } from 'd3-scale';
import { area } from 'd3-shape';
import { Chart, type Drawing } from './chart.tsx';
import { type LegendEntry, markStyle } from './marks.tsx';
import { SvgText } from './svg-text.tsx';
import { SMALL_TEXT, textWidth } from './text-width.ts';

export interface FunnelStep {
  key: string;
  label: string;
  value: number;
  /** The value as it is written, at the end of the label's line. */
  text: string;
  /** What it is compared with. */
  before?: { value: number; text: string } | undefined;
  /** How many came no further than here. */
  dropped?: { value: number; text: string; short: string } | undefined;
}

interface FunnelChartProps {
  label: string;
  tableHint: string;
  legend?: readonly LegendEntry[];
  names: { value: string; before: string; dropped: string };
  steps: readonly FunnelStep[];
}

const LINE = 20;
const BAR = 22;
const THIN_BAR = 10;
const DROP = 26;

/** One bar a stage, and between two of them what did not go on. */
export const FunnelChart = ({ steps, names, ...chart }: FunnelChartProps) => (
  <Chart {...chart} draw={(width, picture) => drawFunnel(steps, names, width, picture)} />
);

/** From the end of one bar to the end of the next. */
const slope = area<readonly [y: number, end: number]>()
  .x0(0)
  .x1(([, end]) => end)
  .y(([y]) => y);

function drawFunnel(
  steps: readonly FunnelStep[],
  names: FunnelChartProps['names'],
  width: number,
  picture: string,
): Drawing {
  const largest = Math.max(1, ...steps.flatMap(({ value, before }) => [value, before?.value ?? 0]));
  const isCompared = steps.some(({ before }) => before !== undefined);
  const gutter = isCompared
    ? Math.max(...steps.map(({ before }) => textWidth(before?.text ?? '', SMALL_TEXT))) + 10
    : 0;
  const scale = scaleLinear()
    .domain([0, largest])
    .range([0, width - 1 - gutter]);
  const bars = BAR + (isCompared ? THIN_BAR + 6 : 0);
  const step = LINE + bars + DROP;
  const content = steps.map(({ key, label, value, text, before, dropped }, n) => {
    const top = n * step;
    const bottom = top + LINE + bars + 2;
    const next = steps[n + 1];
    return (
      <g key={key} data-row={key}>
        <SvgText text={label} room={width - textWidth(text, 13, 600) - 12} x={0} y={top + 14} />
        <SvgText strong text={text} x={width} y={top + 14} textAnchor="end" />
        <rect
          data-row={key}
          data-series={names.value}
          data-value={value}
          x={0.5}
          y={top + LINE}
          width={scale(value)}
          height={BAR}
          {...markStyle('solid', picture)}
        >
          <title>{`${names.value}: ${text}`}</title>
        </rect>
        {before !== undefined && (
          <>
            <rect
              data-row={key}
              data-series={names.before}
              data-value={before.value}
              x={0.5}
              y={top + LINE + BAR + 3}
              width={scale(before.value)}
              height={THIN_BAR}
              {...markStyle('outlined', picture)}
            />
            <SvgText small text={before.text} x={scale(before.value) + 7} y={top + LINE + BAR + 12} />
          </>
        )}
        {next !== undefined && dropped !== undefined && (
          <>
            <path
              d={
                slope([
                  [bottom, scale(value)],
                  [bottom + DROP - 6, scale(next.value)],
                ]) ?? ''
              }
              fill="var(--color-sunken)"
            />
            <SvgText
              small
              data-row={key}
              data-series={names.dropped}
              data-value={dropped.value}
              text={textWidth(dropped.text, SMALL_TEXT) <= width - 8 ? dropped.text : dropped.short}
              room={width - 8}
              x={6}
              y={bottom + 14}
            />
          </>
        )}
      </g>
    );
  });
  return { height: Math.max(1, steps.length * step - DROP + 2), content };
}
