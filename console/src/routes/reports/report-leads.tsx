import { Link, useSearch } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { fieldErrors, sentenceOf } from '../../api/problems.ts';
import { type Asked, reportLeadsQuery } from '../../api/reports.ts';
import { useFormat } from '../../format/format.ts';
import { useFilterTexts } from '../../leads/filters/filter-texts.ts';
import { rangeOf } from '../../leads/filters/filters.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LeadCards } from '../leads/lead-cards.tsx';
import { type LeadList, useEndlessLeads } from '../leads/use-lead-list.ts';
import { useFigureWords } from './figure-words.ts';
import { readOrigin } from './origin.ts';
import { usePeriodText } from './period-text.ts';
import { filterNames } from './report-state.ts';

const asked = [
  'created_at',
  'source',
  'owner',
  'team',
  'as_of',
  'figure',
  'stage',
  'group_by',
  'group',
  'rule',
  'member',
];

/** The leads behind one figure of a report. */
export function ReportLeads() {
  const search: Asked = useSearch({ from: '/signed-in/reports/$report' });
  const texts = useReportTexts();
  const words = useFigureWords(search);
  const title = words ?? texts.leads.notAFigure;
  usePageTitle(title);
  const { report, search: kept } = readOrigin(search.back);
  const list = useEndlessLeads(
    reportLeadsQuery(Object.fromEntries(Object.entries(search).filter(([name]) => asked.includes(name)))),
    words !== null,
  );
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-3 py-3 md:px-6 md:py-6">
      <header className="flex flex-col gap-1 px-3">
        <Link
          to="/reports/$report"
          params={{ report }}
          search={kept}
          className="tap -ml-1 inline-flex items-center gap-1 self-start text-accent hover:underline"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
          {texts.leads.back(texts.names[report])}
        </Link>
        <h1 className="text-xl font-semibold break-words">{title}</h1>
        <About search={search} />
        <p className="text-xs text-ink-soft">
          {[texts.leads.asTheyAre, search.figure === 'finished' && texts.velocity.visits, texts.leads.erased]
            .filter(Boolean)
            .join(' ')}
        </p>
        {list.query.isSuccess && !list.query.isPlaceholderData && list.leads.length > 0 && <Count list={list} />}
      </header>
      {words !== null && <Listed list={list} />}
    </div>
  );
}

/** Which cohort it is about. */
function About({ search }: { search: Asked }) {
  const texts = useReportTexts();
  const format = useFormat();
  const { between, span } = usePeriodText();
  const filterTexts = useFilterTexts(search);
  const period = search.created_at ?? '';
  const { from, to } = rangeOf(period);
  const isExact = /\d[Tt]\d/.test(period);
  const wholeDays = () => span(from || null, to === '' ? null : new Date(Date.parse(to) + 1).toISOString());
  const parts = [
    period !== '' && texts.createdIn(isExact ? wholeDays() : between(from, to)),
    ...filterNames.map((name) =>
      search[name] === undefined
        ? false
        : texts.filterIs(filterTexts.label(name), filterTexts.value(name, search[name])),
    ),
    search.as_of !== undefined && texts.asOf(format.time(search.as_of)),
  ];
  return <p className="text-ink-soft">{parts.filter(Boolean).join(' · ')}</p>;
}

function Count({ list: { leads, query } }: { list: LeadList }) {
  const texts = useReportTexts();
  const format = useFormat();
  const count = format.number(leads.length);
  return (
    <p role="status" className="font-medium">
      {query.hasNextPage ? texts.leads.soFar(count) : texts.leads.all(count, leads.length === 1)}
    </p>
  );
}

const waiting = Array.from({ length: 6 }, (_, n) => n);

function Listed({ list }: { list: LeadList }) {
  const texts = useReportTexts();
  const common = useTexts();
  const { query, leads } = list;
  if (leads.length > 0)
    return <LeadCards list={list} selection={null} total={query.hasNextPage ? null : leads.length} />;
  if (query.isError) {
    const isWrong = Object.keys(fieldErrors(query.error)).length > 0;
    return (
      <Empty
        title={isWrong ? texts.leads.notAFigure : common.leads.notLoaded}
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {common.common.retry}
          </Button>
        }
      >
        <p role="alert">{sentenceOf(query.error, common)}</p>
      </Empty>
    );
  }
  if (query.isPending) {
    return (
      <div className="px-3">
        <p role="status" className="sr-only">
          {common.common.loading}
        </p>
        {waiting.map((n) => (
          <Skeleton key={n} className="mb-3 h-14" />
        ))}
      </div>
    );
  }
  return <Empty title={texts.leads.none}>{texts.leads.noneHint}</Empty>;
}
