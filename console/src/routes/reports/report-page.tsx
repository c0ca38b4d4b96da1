import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMe } from '../../api/me.ts';
import { fieldErrors } from '../../api/problems.ts';
import type { ReportName, Reports } from '../../api/reports.ts';
import { dayIn } from '../../format/zoned.ts';
import { saveFile } from '../../leads/export-leads.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { ComparedWith } from './compared-with.tsx';
import { Definitions } from './definitions.tsx';
import { NoReport } from './no-report.tsx';
import { OriginProvider, originOf } from './origin.ts';
import { ReportControls } from './report-controls.tsx';
import { reportNames, useReportState } from './report-state.ts';
import { ReportTime } from './report-time.tsx';
import { useReport } from './use-report.ts';

export type Loaded<Name extends ReportName> = ReturnType<typeof useReport<Name>>;

interface ReportPageProps<Name extends ReportName> {
  name: Name;
  definitions: readonly (readonly string[])[];
  /** The table as CSV. */
  csv: (now: Reports[Name], before: Reports[Name] | null) => string;
  isEmpty: (now: Reports[Name]) => boolean;
  children: (now: Reports[Name], before: Reports[Name] | null) => ReactNode;
}

/** The frame of a report: which one, about what, compared with what, and the means to keep it. */
export function ReportPage<Name extends ReportName>(props: ReportPageProps<Name>) {
  const { name, definitions, csv, isEmpty, children } = props;
  const texts = useReportTexts();
  usePageTitle(`${texts.names[name]} – ${texts.title}`);
  const state = useReportState(name);
  const { time_zone } = useMe().organization;
  const report = useReport(name, state);
  const { current, beforeData } = report;
  const { data, isPlaceholderData, isError } = current;
  const isShown = data !== undefined && !isError && !isEmpty(data);
  const download = () => {
    if (data === undefined) return;
    const file = new Blob([csv(data, beforeData)], { type: 'text/csv;charset=utf-8' });
    saveFile(file, fileName(name, data.meta, time_zone));
    toast({ title: texts.saved });
  };
  return (
    <OriginProvider value={originOf(name, state.search)}>
      <div className="mx-auto flex max-w-6xl flex-col gap-4 p-3 md:p-6">
        <header className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="min-w-0 grow text-xl font-semibold">{`${texts.title}: ${texts.names[name]}`}</h1>
            {isShown && (
              <Button
                icon={<Download className="size-4" aria-hidden="true" />}
                disabled={isPlaceholderData}
                onClick={download}
              >
                {texts.download}
              </Button>
            )}
          </div>
          <ReportTabs search={state.search} />
          <p className="text-ink-soft">{texts.questions[name]}</p>
          <ReportControls name={name} state={state} errors={fieldErrors(current.error)} />
          {data !== undefined && !isError && <ReportTime name={name} report={report} />}
          <ComparedWith name={name} state={state} report={report} />
        </header>
        {isShown ? (
          <div aria-busy={isPlaceholderData} className={`flex flex-col gap-4 ${isPlaceholderData ? 'opacity-60' : ''}`}>
            {children(data, beforeData)}
          </div>
        ) : (
          <NoReport query={current} state={state} />
        )}
        {data !== undefined && !isError && <Definitions own={definitions} meta={data.meta} />}
      </div>
    </OriginProvider>
  );
}

/** Named by the days of the report, in the organization's zone. */
function fileName(name: ReportName, { from, to }: Reports[ReportName]['meta'], timeZone: string): string {
  const first = from && dayIn(from, timeZone);
  const last = to && dayIn(new Date(Date.parse(to) - 1).toISOString(), timeZone);
  return `${['leadline', name, first, last].filter(Boolean).join('-')}.csv`;
}

/** They keep period, filters and comparison. */
function ReportTabs({ search }: { search: Readonly<Record<string, string>> }) {
  const texts = useReportTexts();
  const { group_by: _, ...kept } = search;
  return (
    <nav aria-label={texts.which} className="flex gap-1 overflow-x-auto border-b border-line">
      {reportNames.map((one) => (
        <Link
          key={one}
          to="/reports/$report"
          params={{ report: one }}
          search={kept}
          className="tap -mb-px inline-flex shrink-0 items-center justify-center border-b-2 border-transparent px-3 py-2 text-ink-soft -outline-offset-2! hover:text-ink"
          activeProps={{ className: 'border-accent! text-accent! font-medium' }}
          activeOptions={{ includeSearch: false }}
        >
          {texts.names[one]}
        </Link>
      ))}
    </nav>
  );
}
