import type { Reports, Velocity } from '../../api/reports.ts';
import { RangeChart } from '../../charts/range-chart.tsx';
import { spanTicks, useSpan } from '../../format/span.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { Facts } from './facts.tsx';
import { type FigureColumn, type FigureRow, FigureTable, figuresCsv } from './figure-table.tsx';
import { inSeconds, useFigures } from './figures.ts';
import { ReportCard } from './report-card.tsx';
import { ReportPage } from './report-page.tsx';

type Stage = Velocity['stages'][number];
type Answer = Reports['velocity'];

/** How long each stage takes, and the whole way. */
export function VelocityReport() {
  const texts = useReportTexts();
  const columns = useColumns();
  return (
    <ReportPage
      name="velocity"
      definitions={texts.velocity.definitions}
      isEmpty={({ meta }) => meta.cohort_size === 0}
      csv={(now, before) =>
        figuresCsv({ nameLabel: texts.velocity.stage, columns, rows: rowsOf(now.data, before?.data) }, texts)
      }
    >
      {(now, before) => (
        <>
          <Stages rows={rowsOf(now.data, before?.data)} columns={columns} />
          <Cycles now={now.data} before={before?.data} />
          <Pace now={now} before={before} />
        </>
      )}
    </ReportPage>
  );
}

function Stages({ rows, columns }: { rows: readonly FigureRow<Stage>[]; columns: FigureColumn<Stage>[] }) {
  const texts = useReportTexts();
  const { velocity } = texts;
  const { write } = useFigures();
  const span = useSpan();
  return (
    <ReportCard title={velocity.chart} hint={velocity.visits}>
      <RangeChart
        label={texts.chartOf(velocity.chart)}
        tableHint={texts.seeTable}
        names={{
          median: velocity.median,
          p75: velocity.p75,
          p90: velocity.p90,
          mean: velocity.mean,
          before: velocity.before,
        }}
        none={velocity.noStays}
        axis={{ ticks: spanTicks, write: (value) => (value === 0 ? '0' : span(value)) }}
        rows={rows.map(({ key, name, now: { finished }, before }) => ({
          key,
          label: name,
          text: velocity.medianIs(write(finished.median, 'span'), write(finished.p90, 'span')),
          measured:
            finished.median === null || finished.p75 === null || finished.p90 === null || finished.mean === null
              ? null
              : { median: finished.median, p75: finished.p75, p90: finished.p90, mean: finished.mean },
          ...(before && { before: before.finished.median }),
        }))}
      />
      <FigureTable caption={velocity.chart} nameLabel={velocity.stage} rows={rows} columns={columns} />
    </ReportCard>
  );
}

function rowsOf(now: Velocity, before: Velocity | undefined): FigureRow<Stage>[] {
  const old = before && new Map(before.stages.map((stage) => [stage.status.public_id, stage]));
  return now.stages.map((stage) => ({
    key: stage.status.public_id,
    name: stage.status.name,
    now: stage,
    before: old && (old.get(stage.status.public_id) ?? null),
  }));
}

function useColumns(): FigureColumn<Stage>[] {
  const { velocity } = useReportTexts();
  const times = ['median', 'p75', 'p90', 'mean'] as const;
  return [
    ...times.map(
      (key): FigureColumn<Stage> => ({
        key,
        label: velocity[key],
        kind: 'span',
        figure: ({ finished, links }) => ({ value: finished[key], link: links.finished }),
      }),
    ),
    {
      key: 'finished',
      label: velocity.finished,
      kind: 'count',
      figure: ({ finished, links }) => ({ value: finished.count, link: links.finished }),
    },
    {
      key: 'unfinished',
      label: velocity.unfinished,
      kind: 'count',
      figure: ({ unfinished, links }) => ({ value: unfinished.count, link: links.unfinished }),
    },
    {
      key: 'age',
      label: velocity.age,
      kind: 'span',
      figure: ({ unfinished, links }) => ({ value: unfinished.median_age, link: links.unfinished }),
    },
  ];
}

type Cycle = Velocity['cycle']['won'];

function Cycles({ now, before }: { now: Velocity; before: Velocity | undefined }) {
  const { velocity } = useReportTexts();
  const columns: FigureColumn<Cycle>[] = [
    {
      key: 'count',
      label: velocity.leads,
      kind: 'count',
      figure: ({ count, links }) => ({ value: count, link: links.leads }),
    },
    {
      key: 'median',
      label: velocity.medianTime,
      kind: 'span',
      figure: ({ median, links }) => ({ value: median, link: links.leads }),
    },
    {
      key: 'p90',
      label: velocity.p90Time,
      kind: 'span',
      figure: ({ p90, links }) => ({ value: p90, link: links.leads }),
    },
  ];
  const rows = (['won', 'lost'] as const).map((key) => ({
    key,
    name: key === 'won' ? velocity.wonIn : velocity.lostIn,
    now: now.cycle[key],
    before: before?.cycle[key],
  }));
  return (
    <ReportCard title={velocity.cycle}>
      <FigureTable caption={velocity.cycle} nameLabel={velocity.ended} rows={rows} columns={columns} />
    </ReportCard>
  );
}

function Pace({ now, before }: { now: Answer; before: Answer | null }) {
  const { velocity } = useReportTexts();
  const figuresOf = ({ data: { sales_velocity: pace, cycle } }: Answer) => ({
    perDay: { value: pace.per_day },
    open: { value: pace.open, link: openInstead(cycle.won.links.leads) },
    winRate: { value: pace.win_rate, link: cycle.won.links.leads },
    meanValue: { value: pace.mean_won_value, link: cycle.won.links.leads },
    meanDays: { value: inSeconds(pace.mean_cycle_days), link: cycle.won.links.leads },
  });
  const [own, old] = [figuresOf(now), before && figuresOf(before)];
  const kinds = { perDay: 'money', open: 'count', winRate: 'share', meanValue: 'money', meanDays: 'span' } as const;
  const names = ['perDay', 'open', 'winRate', 'meanValue', 'meanDays'] as const;
  return (
    <ReportCard title={velocity.pace} hint={own.perDay.value === null ? velocity.noPace : velocity.perDayIs}>
      <Facts
        of={velocity.pace}
        facts={names.map((name) => ({
          label: velocity[name],
          kind: kinds[name],
          figure: own[name],
          before: old === null ? undefined : old[name],
        }))}
      />
    </ReportCard>
  );
}

/** The open leads of the cohort whose won ones an address lists. */
const openInstead = (link: string): string => link.replace('figure=won', 'figure=open');
