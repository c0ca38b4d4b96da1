import type { Funnel, Reports } from '../../api/reports.ts';
import { FunnelChart } from '../../charts/funnel-chart.tsx';
import { useReportTexts } from '../../texts/reports.ts';
import { Facts } from './facts.tsx';
import { type FigureColumn, type FigureRow, FigureTable, figuresCsv } from './figure-table.tsx';
import { useFigures } from './figures.ts';
import { ReportCard } from './report-card.tsx';
import { ReportPage } from './report-page.tsx';

type Stage = Funnel['stages'][number] & { next?: string | undefined };
type Answer = Reports['funnel'];

/** How far leads get, and where they are lost. */
export function FunnelReport() {
  const texts = useReportTexts();
  const columns = useColumns();
  return (
    <ReportPage
      name="funnel"
      definitions={texts.funnel.definitions}
      isEmpty={({ meta }) => meta.cohort_size === 0}
      csv={(now, before) =>
        figuresCsv({ nameLabel: texts.funnel.stage, columns, rows: rowsOf(now.data, before?.data) }, texts)
      }
    >
      {(now, before) => <FunnelBody now={now} before={before} columns={columns} />}
    </ReportPage>
  );
}

interface FunnelBodyProps {
  now: Answer;
  before: Answer | null;
  columns: FigureColumn<Stage>[];
}

function FunnelBody({ now, before, columns }: FunnelBodyProps) {
  const texts = useReportTexts();
  const { funnel } = texts;
  const rows = rowsOf(now.data, before?.data);
  const whole = ({ data, meta }: Answer) => ({
    cohort: { value: meta.cohort_size, link: data.stages[0]?.links.leads },
    won: { value: data.won, link: data.links.won },
    lost: { value: data.lost, link: data.links.lost },
    open: { value: data.open, link: data.links.open },
  });
  const [own, old] = [whole(now), before && whole(before)];
  const names = ['cohort', 'won', 'lost', 'open'] as const;
  return (
    <ReportCard title={funnel.chart}>
      <Facts
        facts={names.map((name) => ({
          label: funnel[name],
          kind: 'count',
          figure: own[name],
          before: old === null ? undefined : old[name],
        }))}
      />
      <FunnelPicture rows={rows} />
      <FigureTable caption={funnel.chart} nameLabel={funnel.stage} rows={rows} columns={columns} />
    </ReportCard>
  );
}

function FunnelPicture({ rows }: { rows: readonly FigureRow<Stage>[] }) {
  const texts = useReportTexts();
  const { funnel } = texts;
  const { write } = useFigures();
  const isCompared = rows.some(({ before }) => before !== undefined);
  const count = (value: number) => write(value, 'count');
  return (
    <FunnelChart
      label={texts.chartOf(funnel.chart)}
      tableHint={texts.seeTable}
      names={{ value: funnel.reached, before: texts.before, dropped: funnel.dropped }}
      legend={
        isCompared
          ? [
              { label: funnel.reached, mark: 'solid' },
              { label: texts.before, mark: 'outlined' },
            ]
          : []
      }
      steps={rows.map(({ key, name, now, before }) => {
        const left = now.lost + now.open;
        const share = write(now.reached === 0 ? null : left / now.reached, 'share');
        return {
          key,
          label: name,
          value: now.reached,
          text: `${count(now.reached)} · ${write(now.share, 'share')}`,
          before: before ? { value: before.reached, text: texts.beforeIs(count(before.reached)) } : undefined,
          dropped: {
            value: left,
            text: funnel.drop(count(left), share, count(now.lost), count(now.open)),
            short: funnel.dropShort(count(left), share),
          },
        };
      })}
    />
  );
}

/** Each stage with that of the period before. */
function rowsOf(now: Funnel, before: Funnel | undefined): FigureRow<Stage>[] {
  const linked = ({ stages }: Funnel): Stage[] =>
    stages.map((stage, n) => ({ ...stage, next: stages[n + 1]?.links.leads }));
  const old = before && new Map(linked(before).map((stage) => [stage.status.public_id, stage]));
  return linked(now).map((stage) => ({
    key: stage.status.public_id,
    name: stage.status.name,
    now: stage,
    before: old && (old.get(stage.status.public_id) ?? null),
  }));
}

function useColumns(): FigureColumn<Stage>[] {
  const { funnel } = useReportTexts();
  return [
    {
      key: 'reached',
      label: funnel.reached,
      kind: 'count',
      figure: (s) => ({ value: s.reached, link: s.links.leads }),
    },
    { key: 'share', label: funnel.share, kind: 'share', figure: (s) => ({ value: s.share, link: s.links.leads }) },
    { key: 'step', label: funnel.step, kind: 'share', figure: (s) => ({ value: s.step_conversion, link: s.next }) },
    { key: 'lost', label: funnel.lostHere, kind: 'count', figure: (s) => ({ value: s.lost, link: s.links.lost }) },
    { key: 'open', label: funnel.openHere, kind: 'count', figure: (s) => ({ value: s.open, link: s.links.open }) },
    {
      key: 'entered',
      label: funnel.entered,
      kind: 'count',
      figure: (s) => ({ value: s.entered, link: s.links.entered }),
    },
    { key: 'value', label: funnel.value, kind: 'money', figure: (s) => ({ value: s.value, link: s.links.leads }) },
  ];
}
