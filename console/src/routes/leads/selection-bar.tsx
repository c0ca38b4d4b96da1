import { ArrowRightLeft, UserRoundCheck, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type BulkRequest, MOST_IDS } from '../../api/jobs.ts';
import type { Filters, Lead, Sort } from '../../api/leads.ts';
import { useMay } from '../../api/me.ts';
import { useFormat } from '../../format/format.ts';
import type { Watched } from '../../leads/bulk/watched-jobs.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { Column } from './columns.tsx';
import { ExportChosen } from './export-chosen.tsx';
import type { Selection } from './selection.ts';

const BulkDialog = lazyDialog(async () => (await import('../../leads/bulk/bulk-dialog.tsx')).BulkDialog);

export const useMayWithMany = () => {
  const may = useMay();
  return { assign: may('leads:update') && may('leads:assign'), move: may('leads:move'), export: may('leads:export') };
};

interface SelectionBarProps {
  selection: Selection;
  filters: Filters;
  sort: Sort;
  /** Those that are loaded. */
  leads: readonly Lead[];
  columns: readonly Column[];
  /** How many match; null while it is not known. */
  total: number | null;
  onStarted: (job: Watched) => void;
}

/** What can be done with the chosen leads. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, filters, sort, leads, columns, total, onStarted } = props;
  const { selection: own, bulk } = useTexts().leads;
  const format = useFormat();
  const may = useMayWithMany();
  const [kind, setKind] = useState<Watched['kind'] | null>(null);
  const { isAll, ids } = selection;
  const count = isAll ? (total ?? leads.length) : ids.size;
  if (count === 0 && kind === null) return null;
  const written = format.number(count);
  const isTooMany = !isAll && ids.size > MOST_IDS;
  const canTakeAll = !isAll && total !== null && total > ids.size;
  const of: Pick<BulkRequest, 'ids' | 'filter'> = isAll ? { filter: { ...filters } } : { ids: [...ids] };
  return (
    <section
      aria-label={own.bar}
      data-wide-bar
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-line bg-raised px-3 py-2 shadow-popup md:px-5"
    >
      <IconButton label={own.clear} icon={<X className="size-4" aria-hidden="true" />} onClick={selection.clear} />
      <p role="status" className="font-medium">
        {isAll ? own.isAll(written) : own.chosen(written, count === 1)}
      </p>
      {canTakeAll && (
        <Button look="quiet" className="text-accent!" onClick={selection.chooseAll}>
          {own.allMatching(format.number(total))}
        </Button>
      )}
      <span className="w-full md:w-auto md:grow" />
      {isTooMany && (may.assign || may.move) && <p className="text-warn">{own.tooMany(format.number(MOST_IDS))}</p>}
      {may.assign && (
        <Button
          disabled={isTooMany}
          icon={<UserRoundCheck className="size-4" aria-hidden="true" />}
          onClick={() => setKind('assign')}
        >
          {bulk.assign}
        </Button>
      )}
      {may.move && (
        <Button
          disabled={isTooMany}
          icon={<ArrowRightLeft className="size-4" aria-hidden="true" />}
          onClick={() => setKind('move')}
        >
          {bulk.move}
        </Button>
      )}
      {may.export && (
        <ExportChosen
          selection={selection}
          leads={leads}
          columns={columns}
          filters={filters}
          sort={sort}
          total={total}
        />
      )}
      {kind !== null && (
        <Suspense>
          <BulkDialog
            kind={kind}
            of={of}
            leads={bulk.leads(written, count === 1)}
            onClose={() => setKind(null)}
            onStarted={(job) => {
              setKind(null);
              selection.clear();
              onStarted(job);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
