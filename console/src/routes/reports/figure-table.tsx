import type { ReactNode } from 'react';
import { DataTable } from '../../charts/data-table.tsx';
import { type Cell, csvOf } from '../../leads/csv.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { Figure } from './figure.tsx';
import type { FigureValue, Kind } from './figures.ts';

/** A row of a report, with the same row of the period before. */
export interface FigureRow<Of> {
  key: string;
  name: string;
  /** Below the name. */
  note?: ReactNode;
  now: Of;
  /** Null: it was not there. Undefined: nothing is compared. */
  before?: Of | null | undefined;
}

export interface FigureColumn<Of> {
  key: string;
  label: string;
  kind: Kind;
  figure: (of: Of) => FigureValue;
}

interface FigureTableProps<Of> {
  caption: string;
  nameLabel: string;
  rows: readonly FigureRow<Of>[];
  columns: readonly FigureColumn<Of>[];
  total?: FigureRow<Of> | undefined;
}

/** The table of a report: every figure leads to its leads, and says how it changed. */
export function FigureTable<Of>({ caption, nameLabel, rows, columns, total }: FigureTableProps<Of>) {
  const texts = useReportTexts();
  return (
    <DataTable
      caption={texts.tableOf(caption)}
      nameLabel={nameLabel}
      rows={rows}
      keyOf={({ key }) => key}
      nameOf={({ name, note }) => (
        <>
          {name}
          {note !== undefined && <span className="block text-xs text-ink-soft">{note}</span>}
        </>
      )}
      columns={columns.map(({ key, label, kind, figure }) => ({
        key,
        label,
        cell: ({ name, now, before }: FigureRow<Of>) => (
          <Figure
            kind={kind}
            figure={figure(now)}
            before={before === undefined ? undefined : before === null ? null : figure(before)}
            what={texts.figureOf(name, label)}
            name={name}
          />
        ),
      }))}
      total={total && { label: total.name, row: total }}
      more={texts.showMore}
      sidewaysHint={texts.sideways}
    />
  );
}

type ReportTexts = ReturnType<typeof useReportTexts>;

/** A part of a file: the rows of one table, with what stands before each of them. */
export interface FigureFile<Of> {
  nameLabel: string;
  columns: readonly FigureColumn<Of>[];
  rows: readonly FigureRow<Of>[];
  /** Further columns before the name. */
  lead?: { labels: string[]; cells: (row: FigureRow<Of>) => Cell[] };
}

/** As a spreadsheet takes it: shares from 0 to 1, times in hours, no currency signs. */
export function figuresCsv<Of>({ nameLabel, columns, rows, lead }: FigureFile<Of>, texts: ReportTexts): string {
  const isCompared = rows.some(({ before }) => before !== undefined);
  const labels = columns.flatMap(({ label, kind }) => {
    const own = kind === 'span' ? texts.csvHours(label) : label;
    return isCompared ? [own, texts.csvBefore(own)] : [own];
  });
  const cells = ({ now, before }: FigureRow<Of>) =>
    columns.flatMap(({ figure, kind }) => {
      const own = numberOf(figure(now).value, kind);
      if (!isCompared) return [own];
      return [own, before === undefined || before === null ? null : numberOf(figure(before).value, kind)];
    });
  return csvOf([
    [...(lead?.labels ?? []), nameLabel, ...labels],
    ...rows.map((row) => [...(lead?.cells(row) ?? []), row.name, ...cells(row)]),
  ]);
}

const HOUR_SECONDS = 3_600;

const numberOf = (value: number | null, kind: Kind): number | null =>
  value === null || kind !== 'span' ? value : Math.round((value / HOUR_SECONDS) * 1e4) / 1e4;
