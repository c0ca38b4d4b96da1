import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Filters, Lead, Sort } from '../../api/leads.ts';
import { useMe } from '../../api/me.ts';
import { useFormat } from '../../format/format.ts';
import { dayIn } from '../../format/zoned.ts';
import { chosenCsv } from '../../leads/chosen-csv.ts';
import { saveFile } from '../../leads/export-leads.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Column } from './columns.tsx';
import type { Selection } from './selection.ts';

const ExportDialog = lazyDialog(async () => (await import('../../leads/export-dialog.tsx')).ExportDialog);

interface ExportChosenProps {
  selection: Selection;
  /** Those that are loaded. */
  leads: readonly Lead[];
  columns: readonly Column[];
  filters: Filters;
  sort: Sort;
  total: number | null;
}

/** Saves the chosen leads as a file: all that match as the service exports them, single ones as they are shown. */
export function ExportChosen({ selection, leads, columns, filters, sort, total }: ExportChosenProps) {
  const texts = useTexts();
  const { bulk, exporting } = texts.leads;
  const format = useFormat();
  const timeZone = useMe().organization.time_zone;
  const [isExporting, setExporting] = useState(false);
  const save = () => {
    const chosen = leads.filter(({ public_id }) => selection.ids.has(public_id));
    const text = chosenCsv(chosen, columns, { format, texts, timeZone });
    const day = dayIn(new Date().toISOString(), timeZone);
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `leads-${day}.csv`);
    toast({ title: exporting.chosenSaved(bulk.leads(format.number(chosen.length), chosen.length === 1)) });
  };
  return (
    <>
      <Button
        icon={<Download className="size-4" aria-hidden="true" />}
        onClick={() => (selection.isAll ? setExporting(true) : save())}
      >
        {bulk.export}
      </Button>
      {isExporting && (
        <Suspense>
          <ExportDialog filters={filters} sort={sort} total={total} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  );
}
