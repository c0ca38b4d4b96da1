import { useImportTexts } from '../../../texts/imports.ts';
import { said } from '../../../texts/said.ts';
import { useColumnWords } from '../mapping/use-column-words.ts';
import { ScrolledTable } from '../scrolled-table.tsx';
import type { Failures } from './read-failures.ts';

const COLUMNS_SHOWN = 30;
const MOST_CHARACTERS = 120;

export function FailuresTable({ failures: { columns, failures }, label }: { failures: Failures; label: string }) {
  const { failures: words } = useImportTexts();
  const { called } = useColumnWords();
  const shown = columns.slice(0, COLUMNS_SHOWN);
  return (
    <ScrolledTable label={label}>
      <thead>
        <tr className="text-left">
          <th scope="col" className="px-3 py-1.5 text-right font-medium">
            {words.row}
          </th>
          <th scope="col" className="px-3 py-1.5 font-medium">
            {words.why}
          </th>
          {shown.map((column, index) => (
            <th key={index} scope="col" className="px-3 py-1.5 font-medium text-ink-soft">
              <span className="block max-w-56 truncate">{called(column)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {failures.map(({ row, cells, why }) => (
          <tr key={row} className="border-t border-line align-top">
            <td className="px-3 py-1.5 text-right tabular-nums">{row}</td>
            <td className="min-w-60 px-3 py-1.5 whitespace-normal text-danger md:min-w-96">{saidOfRow(why)}</td>
            {shown.map((_, index) => (
              <td key={index} className="px-3 py-1.5 text-ink-soft">
                <span className="block max-w-56 truncate">{cells[index]?.slice(0, MOST_CHARACTERS)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  );
}

/** What is wrong with each column of a row: "Phone: must be …; Email: must be …". */
const saidOfRow = (why: string): string =>
  why
    .split(/; (?=[^;:]+: )/)
    .map((part) => {
      const [column, ...rest] = part.split(': ');
      return rest.length === 0 ? said(part) : `${column}: ${said(rest.join(': '))}`;
    })
    .join('; ');
