import { useMemo } from 'react';
import { useMe } from '../../api/me.ts';
import type { Reports } from '../../api/reports.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { Notice } from '../../ui/notice.tsx';
import { assignmentLink, type RuleShares, type Share, sharesOf } from './distribution-rows.ts';
import { Facts } from './facts.tsx';
import { Figure } from './figure.tsx';
import { type FigureColumn, FigureTable, figuresCsv } from './figure-table.tsx';
import { useFigures } from './figures.ts';
import { ReportCard } from './report-card.tsx';
import { ReportPage } from './report-page.tsx';
import { useReportState } from './report-state.ts';
import { SharesPicture } from './shares-picture.tsx';

type Answer = Reports['distribution'];

/** Who got how many leads, against what was due. */
export function DistributionReport() {
  const texts = useReportTexts();
  const { distribution } = texts;
  const { filters } = useReportState('distribution');
  const columns = useColumns();
  const { scope } = useMe();
  // Of one owner's leads only those that it got are seen, so nothing can be said of what was due.
  const knowsExpected = scope !== 'own' && filters.owner === undefined;
  const nameOf = ({ name }: RuleShares) => name ?? distribution.noRule;
  return (
    <ReportPage
      name="distribution"
      definitions={distribution.definitions}
      isEmpty={({ meta }) => meta.cohort_size === 0}
      csv={(now, before) => {
        const rules = sharesOf(now, before, filters, knowsExpected);
        const ruleOf = new Map(rules.flatMap((rule) => rule.rows.map((row) => [row, nameOf(rule)])));
        return figuresCsv(
          {
            nameLabel: distribution.member,
            columns,
            rows: rules.flatMap(({ rows }) => rows),
            lead: { labels: [distribution.rule], cells: (row) => [ruleOf.get(row)] },
          },
          texts,
        );
      }}
    >
      {(now, before) => (
        <>
          <Whole now={now} before={before} filters={filters} />
          <Rules now={now} before={before} filters={filters} knowsExpected={knowsExpected} />
        </>
      )}
    </ReportPage>
  );
}

interface WholeProps {
  now: Answer;
  before: Answer | null;
  filters: Readonly<Record<string, string>>;
}

function Whole({ now, before, filters }: WholeProps) {
  const { distribution } = useReportTexts();
  const { scope } = useMe();
  const figures = ({ meta }: Answer) => ({
    decided: { value: meta.cohort_size, link: assignmentLink(meta, filters, { figure: 'decided' }) },
    waiting: { value: meta.waiting, link: assignmentLink(meta, filters, { figure: 'waiting' }) },
  });
  const [own, old] = [figures(now), before && figures(before)];
  const isPart = scope === 'team' || filters.owner !== undefined || filters.team !== undefined;
  return (
    <ReportCard title={distribution.why} hint={distribution.whyText}>
      {scope === 'own' ? <Notice>{distribution.own}</Notice> : isPart && <Notice>{distribution.part}</Notice>}
      <Facts
        facts={(['decided', 'waiting'] as const).map((name) => ({
          label: distribution[name],
          kind: 'count',
          figure: own[name],
          before: old === null ? undefined : old[name],
        }))}
      />
    </ReportCard>
  );
}

function Rules({ now, before, filters, knowsExpected }: WholeProps & { knowsExpected: boolean }) {
  const { distribution } = useReportTexts();
  const columns = useColumns();
  // The filters are a new object in every render.
  const asked = JSON.stringify(filters);
  const rules = useMemo(
    () => sharesOf(now, before, JSON.parse(asked), knowsExpected),
    [now, before, asked, knowsExpected],
  );
  return rules.map((rule) => (
    <RuleCard key={rule.key} rule={rule} name={rule.name ?? distribution.noRule} columns={columns} />
  ));
}

interface RuleCardProps {
  rule: RuleShares;
  name: string;
  columns: FigureColumn<Share>[];
}

function RuleCard({ rule, name, columns }: RuleCardProps) {
  const { distribution } = useReportTexts();
  const { write } = useFigures();
  const title = distribution.chart(name);
  const { turns, withShares } = rule;
  const rows = useMemo(() => rule.rows.map((row) => ({ ...row, note: <Reasons share={row.now} /> })), [rule]);
  return (
    <ReportCard
      title={name}
      hint={
        <>
          {distribution.strategies[rule.strategy]}{' '}
          {rule.turns > 0 && (
            <>
              {`${distribution.assigned}: `}
              <Figure
                kind="count"
                figure={{ value: rule.turns, link: rule.link }}
                what={`${name}, ${distribution.assigned}`}
                name={name}
              />
            </>
          )}
        </>
      }
    >
      {withShares !== null && (
        <Notice>
          {withShares === turns
            ? distribution.changedSince
            : distribution.changedWithin(write(withShares, 'count'), write(turns, 'count'))}
        </Notice>
      )}
      {rule.isCut && <Notice>{distribution.cut}</Notice>}
      <SharesPicture title={title} rows={rule.rows} />
      <FigureTable
        caption={title}
        nameLabel={distribution.member}
        rows={rows}
        columns={columns.filter(({ figure }) => rows.some(({ now }) => figure(now).value !== null))}
      />
    </ReportCard>
  );
}

/** How far a member is from what was due, and which caps stood in the way. */
function Reasons({ share: { got, expected, openCap, dailyCap } }: { share: Share }) {
  const { distribution } = useReportTexts();
  const { write } = useFigures();
  const by = expected === null ? 0 : got - expected;
  const said = write(Math.abs(by), 'decimal');
  const isDue = said === write(0, 'decimal');
  const reasons = [
    expected !== null &&
      (isDue ? distribution.asDue : by > 0 ? distribution.moreThanDue(said) : distribution.fewerThanDue(said)),
    openCap > 0 && distribution.byOpenCap(write(openCap, 'count')),
    dailyCap > 0 && distribution.byDailyCap(write(dailyCap, 'count')),
  ];
  return reasons.filter(Boolean).join(', ');
}

/** Whoever asks for the value alone, such as of all rows, makes no link. */
const linked = (share: Share, value: number | null, figure: Parameters<Share['link']>[0]) => ({
  value,
  get link() {
    return share.link(figure);
  },
});

function useColumns(): FigureColumn<Share>[] {
  const { distribution } = useReportTexts();
  return [
    { key: 'got', label: distribution.got, kind: 'count', figure: (s) => linked(s, s.got, 'assigned') },
    { key: 'expected', label: distribution.expected, kind: 'decimal', figure: (s) => ({ value: s.expected }) },
    {
      key: 'share',
      label: distribution.actualShare,
      kind: 'share',
      figure: (s) => linked(s, s.actualShare, 'assigned'),
    },
    {
      key: 'expected_share',
      label: distribution.expectedShare,
      kind: 'share',
      figure: (s) => ({ value: s.expectedShare }),
    },
    {
      key: 'open_cap',
      label: distribution.openCap,
      kind: 'count',
      figure: (s) => linked(s, s.openCap, 'open_cap'),
    },
    {
      key: 'daily_cap',
      label: distribution.dailyCap,
      kind: 'count',
      figure: (s) => linked(s, s.dailyCap, 'daily_cap'),
    },
  ];
}
