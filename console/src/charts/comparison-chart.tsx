import { BarChart, type BarRow } from './bar-chart.tsx';

interface Compared {
  key: string;
  label: string;
  first: number;
  /** Null: not known, and not drawn. */
  second: number | null;
  note?: string;
}

interface ComparisonChartProps {
  label: string;
  tableHint: string;
  /** What the two bars of a row stand for, such as "Actual" and "Simulated". */
  names: { first: string; second: string };
  rows: readonly Compared[];
  /** How a value is written. */
  write: (value: number) => string;
}

/** Two bars for each name: what is, and what it is compared with. */
export function ComparisonChart({ names, rows, write, ...chart }: ComparisonChartProps) {
  const bars: BarRow[] = rows.map(({ key, label, first, second, note }) => ({
    key,
    label,
    ...(note !== undefined && { note }),
    bars: [
      { parts: [{ series: names.first, value: first, mark: 'solid', text: write(first) }], text: write(first) },
      ...(second === null
        ? []
        : [
            {
              parts: [{ series: names.second, value: second, mark: 'outlined' as const, text: write(second) }],
              text: write(second),
            },
          ]),
    ],
  }));
  const isCompared = rows.some(({ second }) => second !== null);
  return (
    <BarChart
      {...chart}
      rows={bars}
      legend={[
        { label: names.first, mark: 'solid' },
        ...(isCompared ? [{ label: names.second, mark: 'outlined' as const }] : []),
      ]}
    />
  );
}
