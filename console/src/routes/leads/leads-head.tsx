import { Link } from '@tanstack/react-router';
import { Download, Upload } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { useFormat } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button, buttonClass, IconButton } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { ChosenColumns } from './chosen-columns.ts';
import { ColumnMenu } from './column-menu.tsx';
import type { Column } from './columns.tsx';
import type { ListControl } from './list-state.ts';
import { NewLeads } from './new-leads.tsx';
import { ViewMenu } from './view-menu.tsx';

const ExportDialog = lazyDialog(async () => (await import('../../leads/export-dialog.tsx')).ExportDialog);

interface LeadsHeadProps {
  list: ListControl;
  columns: ChosenColumns;
  all: readonly Column[];
  isWide: boolean;
  /** How many match, and what they are worth; null while it is not known. */
  total: number | null;
  value: number | null;
  /** Leads that came in since the list was read. */
  arrived: number;
  isOld: boolean;
  onShowNew: () => void;
  /** Signs of work that goes on. */
  children: ReactNode;
}

export function LeadsHead(props: LeadsHeadProps) {
  const { list, columns, all, isWide, total, value, arrived, isOld, onShowNew, children } = props;
  const { leads, shell } = useTexts();
  const format = useFormat();
  const may = useMay();
  const [isExporting, setExporting] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h1 className="text-xl font-semibold">{shell.leads}</h1>
      <ViewMenu list={list} columns={columns} />
      {/* On a phone the count and the signs of work are a line of their own. */}
      <span className="order-1 -mt-2 h-0 w-full md:hidden" />
      <p role="status" className="order-1 min-h-5 grow text-ink-soft tabular-nums md:order-none md:grow-0">
        {total !== null &&
          leads.summary(
            format.number(total),
            total === 1,
            value === null || value === 0 ? null : format.shortMoney(value),
          )}
      </p>
      <NewLeads arrived={arrived} isOld={isOld} onShow={onShowNew} />
      <span className="grow" />
      <div className="contents max-md:*:order-1">{children}</div>
      {isWide && <ColumnMenu all={all} chosen={columns} />}
      {may('leads:import') && (
        <Link
          to="/import"
          title={shell.import}
          className={buttonClass(isWide ? 'secondary' : 'quiet', isWide ? '' : 'px-1.5')}
        >
          <Upload className={isWide ? 'size-4' : 'size-5'} aria-hidden="true" />
          <span className={isWide ? '' : 'sr-only'}>{shell.import}</span>
        </Link>
      )}
      {may('leads:export') && isWide && (
        <Button icon={<Download className="size-4" aria-hidden="true" />} onClick={() => setExporting(true)}>
          {leads.exporting.button}
        </Button>
      )}
      {may('leads:export') && !isWide && (
        <IconButton
          label={leads.exporting.button}
          icon={<Download className="size-5" aria-hidden="true" />}
          onClick={() => setExporting(true)}
        />
      )}
      {isExporting && (
        <Suspense>
          <ExportDialog filters={list.filters} sort={list.sort} total={total} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </div>
  );
}
