import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useWidth } from './use-width.ts';

export interface DataColumn<Row> {
  key: string;
  label: string;
  /** What the column means, where its name does not say it. */
  hint?: string;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What is in it; also the name of the region that scrolls sideways where there is little room. */
  caption: string;
  nameLabel: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => ReactNode;
  columns: readonly DataColumn<Row>[];
  /** The last line, such as the sum of all. */
  total?: { label: string; row: Row } | undefined;
  more: (shown: number, all: number) => string;
  /** Said where columns lie beyond the edge. */
  sidewaysHint: string;
}

const PAGE = 50;

/** The figures of a chart as a table, all of them: a long one is shown part by part. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, nameLabel, rows, keyOf, nameOf, columns, total, more, sidewaysHint } = props;
  const [shown, setShown] = useState(PAGE);
  const [place, width] = useWidth();
  const [isWider, setWider] = useState(false);
  useLayoutEffect(() => setWider((place.current?.querySelector('table')?.offsetWidth ?? 0) > width + 1));
  return (
    <div ref={place} className="flex min-w-0 flex-col gap-2">
      {isWider && <p className="text-xs text-ink-soft">{sidewaysHint}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section aria-label={caption} tabIndex={0} className="relative max-w-full overflow-x-auto">
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-line-strong">
              <th scope="col" className={`${NAME} py-2 text-left align-bottom font-medium`}>
                {nameLabel}
              </th>
              {columns.map(({ key, label, hint }) => (
                <th
                  key={key}
                  scope="col"
                  title={hint}
                  className="min-w-18 px-2 py-2 text-right align-bottom font-medium"
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
              <tr key={keyOf(row)} data-row={keyOf(row)} className="border-b border-line">
                <th scope="row" className={`${NAME} py-1.5 text-left align-top font-normal break-words`}>
                  {nameOf(row)}
                </th>
                {columns.map(({ key, cell }) => (
                  <td key={key} data-column={key} className={CELL}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr data-row="total" className="border-t border-line-strong font-medium">
                <th scope="row" className={`${NAME} py-1.5 text-left align-top font-medium`}>
                  {total.label}
                </th>
                {columns.map(({ key, cell }) => (
                  <td key={key} data-column={key} className={CELL}>
                    {cell(total.row)}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {rows.length > shown && (
        <Button className="self-center" onClick={() => setShown(shown + 4 * PAGE)}>
          {more(shown, rows.length)}
        </Button>
      )}
    </div>
  );
}

/** It stays in sight while the figures are scrolled. */
const NAME = 'sticky left-0 z-1 max-w-36 min-w-24 bg-surface pr-2 md:max-w-64';
const CELL = 'px-2 py-1.5 text-right align-top whitespace-nowrap tabular-nums';
