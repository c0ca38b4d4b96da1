import type { Conversion, Reports } from '../../api/reports.ts';
import { askedBy } from '../../api/reports.ts';
import { BarChart, type BarRow } from '../../charts/bar-chart.tsx';
import { useReportTexts } from '../../texts/reports.ts';
import { type FigureColumn, type FigureRow, FigureTable, figuresCsv } from './figure-table.tsx';
import { inSeconds, useFigures } from './figures.ts';
import { useGroupName } from './period-text.ts';
import { ReportCard } from './report-card.tsx';
import { ReportPage } from './report-page.tsx';
import { type Grouping, useReportState } from './report-state.ts';

/** Figures of a group that is only in the period before have no addresses. */
type Counted = Omit<Conversion['total'], 'links'> & { links?: Conversion['total']['links'] };

/** What leads come to, by source, owner, team or time. */
export function ConversionReport() {
  const texts = useReportTexts();
  const { conversion } = texts;
  const { grouping } = useReportState('conversion');
  const nameOf = useGroupName(grouping);
  const columns = useColumns();
  const rowsOf = (now: Reports['conversion'], before: Reports['conversion'] | null) =>
    groupRows(now.data, before?.data, grouping, nameOf);
  const totalOf = (now: Reports['conversion'], before: Reports['conversion'] | null): FigureRow<Counted> => ({
    key: 'total',
    name: texts.total,
    now: now.data.total,
    before: before === null ? undefined : before.data.total,
  });
  const title = conversion.chart(texts.groups[grouping]);
  return (
    <ReportPage
      name="conversion"
      definitions={conversion.definitions}
      isEmpty={({ meta }) => meta.cohort_size === 0}
      csv={(now, before) => {
        const rows = [...rowsOf(now, before), totalOf(now, before)];
        return figuresCsv({ nameLabel: texts.groups[grouping], columns, rows }, texts);
      }}
    >
      {(now, before) => {
        const rows = rowsOf(now, before);
        return (
          <ReportCard title={title} hint={before !== null && isTime(grouping) && texts.rowsNotCompared}>
            <ConversionPicture title={title} rows={rows} grouping={grouping} />
            <FigureTable
              key={grouping}
              caption={title}
              nameLabel={texts.groups[grouping]}
              rows={rows}
              columns={columns}
              total={totalOf(now, before)}
            />
          </ReportCard>
        );
      }}
    </ReportPage>
  );
}

const isTime = (grouping: Grouping): boolean => grouping === 'week' || grouping === 'month';

/** More bars than these are no longer looked at one by one. */
const MOST_BARS = 20;

/** In their own order. */
function largestOf(rows: readonly FigureRow<Counted>[]): readonly FigureRow<Counted>[] {
  if (rows.length <= MOST_BARS) return rows;
  const largest = new Set([...rows].sort((one, other) => other.now.leads - one.now.leads).slice(0, MOST_BARS));
  return rows.filter((row) => largest.has(row));
}

interface ConversionPictureProps {
  title: string;
  rows: readonly FigureRow<Counted>[];
  grouping: Grouping;
}

function ConversionPicture({ title, rows, grouping }: ConversionPictureProps) {
  const texts = useReportTexts();
  const { conversion } = texts;
  const { write } = useFigures();
  const shown = isTime(grouping) ? rows.slice(-MOST_BARS) : largestOf(rows);
  const isCompared = shown.some(({ before }) => before !== undefined);
  const count = (value: number) => write(value, 'count');
  const bars = shown.map(({ key, name, now, before }): BarRow => {
    const part = (series: 'won' | 'open' | 'lost', mark: 'solid' | 'plain' | 'hatched') => ({
      series: conversion[series],
      value: now[series],
      mark,
      text: count(now[series]),
    });
    const old = before && {
      parts: [{ series: conversion.before, value: before.leads, mark: 'outlined' as const, text: count(before.leads) }],
      text: texts.beforeIs(count(before.leads)),
    };
    return {
      key,
      label: name,
      note: conversion.note(write(now.conversion, 'share')),
      bars: [
        { parts: [part('won', 'solid'), part('open', 'plain'), part('lost', 'hatched')], text: count(now.leads) },
        ...(old ? [old] : []),
      ],
    };
  });
  const cut = isTime(grouping) ? texts.lastOfMany : texts.firstOfMany;
  return (
    <div>
      <BarChart
        label={texts.chartOf(title)}
        tableHint={texts.seeTable}
        legend={[
          { label: conversion.won, mark: 'solid' },
          { label: conversion.open, mark: 'plain' },
          { label: conversion.lost, mark: 'hatched' },
          ...(isCompared ? [{ label: conversion.before, mark: 'outlined' as const }] : []),
        ]}
        rows={bars}
      />
      {rows.length > shown.length && <p className="pt-2 text-xs text-ink-soft">{cut(shown.length, rows.length)}</p>}
    </div>
  );
}

const nothing: Counted = {
  leads: 0,
  won: 0,
  lost: 0,
  open: 0,
  conversion: null,
  win_rate: null,
  won_value: 0,
  median_days_to_win: null,
};

/** Each group with that of the period before, and groups that are only there. Weeks and months have no counterpart. */
function groupRows(
  now: Conversion,
  before: Conversion | undefined,
  grouping: Grouping,
  nameOf: (key: string, name: string) => string,
): FigureRow<Counted>[] {
  const keyOf = ({ links }: Conversion['groups'][number]): string => askedBy(links.leads).group ?? '';
  const keyed = now.groups.map((group) => ({ key: keyOf(group), group }));
  const named = ({ key, group }: (typeof keyed)[number]) => ({ key, name: nameOf(key, group.group.name) });
  if (before === undefined || isTime(grouping)) return keyed.map((one) => ({ ...named(one), now: one.group }));
  const old = before.groups.map((group) => ({ key: keyOf(group), group }));
  const byKey = new Map(old.map(({ key, group }) => [key, group]));
  const isGone = ({ key }: { key: string }) => !keyed.some((one) => one.key === key);
  return [
    ...keyed.map((one) => ({ ...named(one), now: one.group, before: byKey.get(one.key) ?? nothing })),
    ...old.filter(isGone).map((one) => ({ ...named(one), now: nothing, before: one.group })),
  ];
}

function useColumns(): FigureColumn<Counted>[] {
  const { conversion } = useReportTexts();
  return [
    { key: 'leads', label: conversion.leads, kind: 'count', figure: (g) => ({ value: g.leads, link: g.links?.leads }) },
    { key: 'won', label: conversion.won, kind: 'count', figure: (g) => ({ value: g.won, link: g.links?.won }) },
    { key: 'open', label: conversion.open, kind: 'count', figure: (g) => ({ value: g.open, link: g.links?.open }) },
    { key: 'lost', label: conversion.lost, kind: 'count', figure: (g) => ({ value: g.lost, link: g.links?.lost }) },
    {
      key: 'conversion',
      label: conversion.conversion,
      kind: 'share',
      figure: (g) => ({ value: g.conversion, link: g.links?.won }),
    },
    {
      key: 'win_rate',
      label: conversion.winRate,
      kind: 'share',
      figure: (g) => ({ value: g.win_rate, link: g.links?.won }),
    },
    {
      key: 'won_value',
      label: conversion.wonValue,
      kind: 'money',
      figure: (g) => ({ value: g.won_value, link: g.links?.won }),
    },
    {
      key: 'days',
      label: conversion.days,
      kind: 'span',
      figure: (g) => ({ value: inSeconds(g.median_days_to_win), link: g.links?.won }),
    },
  ];
}
