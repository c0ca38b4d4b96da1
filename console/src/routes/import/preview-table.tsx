import type { LeadOptions } from '../../api/leads.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { IGNORE, type Mapping, UNDECIDED } from './mapping/mapping.ts';
import { useColumnWords } from './mapping/use-column-words.ts';
import { useFieldLabels } from './mapping/use-field-labels.ts';
import type { FileStart } from './reading/file-start.ts';
import { ScrolledTable } from './scrolled-table.tsx';

interface PreviewTableProps {
  start: FileStart;
  mapping: Mapping;
  options: LeadOptions;
}

/** Further columns are mapped below, but make the table slow and say little. */
const COLUMNS_SHOWN = 60;
const MOST_CHARACTERS = 120;

/** The first rows as they stand in the file, with the field of each column. */
export function PreviewTable({ start: { columns, rows }, mapping, options }: PreviewTableProps) {
  const { file, mapping: words } = useImportTexts();
  const label = useFieldLabels(options);
  const { called } = useColumnWords();
  const fieldOf = (column: string): string => {
    const field = mapping.get(column) ?? UNDECIDED;
    if (field === UNDECIDED) return '?';
    return field === IGNORE ? words.ignore : label(field);
  };
  const shown = columns.slice(0, COLUMNS_SHOWN);
  const isOut = (column: string) => mapping.get(column) === IGNORE;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="font-medium">{file.preview}</h3>
      <ScrolledTable label={file.preview}>
        <thead>
          <tr>
            {shown.map((column, index) => (
              <th key={index} scope="col" className="px-3 py-1.5 text-left align-bottom font-medium">
                <span className="block max-w-56 truncate">{called(column)}</span>
                <span className="block max-w-56 truncate text-xs font-normal text-ink-soft">{`→ ${fieldOf(column)}`}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number} className="border-t border-line">
              {shown.map((column, index) => (
                <td key={index} className={`px-3 py-1.5 ${isOut(column) ? 'text-ink-soft' : ''}`}>
                  <span className="block max-w-56 truncate">{row[index]?.slice(0, MOST_CHARACTERS)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrolledTable>
      {rows.map(
        (row, number) =>
          row.length !== columns.length && (
            <p key={number} className="text-xs text-warn">
              {file.cells(number + 1, row.length, columns.length)}
            </p>
          ),
      )}
      <p className="text-xs text-ink-soft">{file.previewHint}</p>
    </div>
  );
}
