import { RefreshCw } from 'lucide-react';
import type { ReportName } from '../../api/reports.ts';
import { useFormat } from '../../format/format.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { Button } from '../../ui/button.tsx';
import { usePeriodText } from './period-text.ts';
import type { Loaded } from './report-page.tsx';

/** Which days the report is about, by when it was recorded, and a way to read it again. */
export function ReportTime<Name extends ReportName>({ report: { current } }: { name: Name; report: Loaded<Name> }) {
  const texts = useReportTexts();
  const format = useFormat();
  const period = usePeriodText();
  if (current.data === undefined) return null;
  const { meta } = current.data;
  const asOf = 'as_of' in meta ? meta.as_of : new Date(current.dataUpdatedAt).toISOString();
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-xs text-ink-soft">
      <span>{texts.createdIn(period.span(meta.from, meta.to))}</span>
      <span>{texts.asOf(format.time(asOf))}</span>
      <Button
        look="quiet"
        className="px-1.5 py-0.5 text-xs text-accent!"
        busy={current.isFetching}
        icon={<RefreshCw className="size-3.5" aria-hidden="true" />}
        onClick={() => void current.refetch()}
      >
        {texts.refresh}
      </Button>
    </p>
  );
}
