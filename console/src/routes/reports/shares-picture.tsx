import { ComparisonChart } from '../../charts/comparison-chart.tsx';
import { useReportTexts } from '../../texts/reports.ts';
import type { Share } from './distribution-rows.ts';
import type { FigureRow } from './figure-table.tsx';
import { useFigures } from './figures.ts';

const MOST_MEMBERS = 20;

/** What each member got, beside what was expected. */
export function SharesPicture({ title, rows }: { title: string; rows: readonly FigureRow<Share>[] }) {
  const texts = useReportTexts();
  const { distribution } = texts;
  const { write } = useFigures();
  const shown = rows.slice(0, MOST_MEMBERS);
  return (
    <div>
      <ComparisonChart
        label={texts.chartOf(title)}
        tableHint={texts.seeTable}
        names={{ first: distribution.got, second: distribution.expected }}
        write={(value) => write(value, 'decimal')}
        rows={shown.map(({ key, name, now }) => ({
          key,
          label: name,
          first: now.got,
          second: now.expected,
          note: write(now.actualShare, 'share'),
        }))}
      />
      {rows.length > shown.length && (
        <p className="pt-2 text-xs text-ink-soft">{texts.firstOfMany(shown.length, rows.length)}</p>
      )}
    </div>
  );
}
