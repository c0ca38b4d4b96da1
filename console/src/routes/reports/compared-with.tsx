import { sentenceOf } from '../../api/problems.ts';
import type { ReportName } from '../../api/reports.ts';
import { useFormat } from '../../format/format.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { usePeriodText } from './period-text.ts';
import type { Loaded } from './report-page.tsx';
import type { ReportState } from './report-state.ts';

interface ComparedWithProps<Name extends ReportName> {
  name: Name;
  state: ReportState;
  report: Loaded<Name>;
}

/** Says what the figures are compared with, or why they are not. */
export function ComparedWith<Name extends ReportName>({ name, state, report }: ComparedWithProps<Name>) {
  const texts = useReportTexts();
  const common = useTexts();
  const format = useFormat();
  const { between } = usePeriodText();
  const { before, period, cannotCompare } = report;
  if (state.comparison === 'none') return null;
  if (cannotCompare) return <Notice>{texts.noComparison}</Notice>;
  if (period === null) return null;
  if (before.isError) {
    return (
      <Notice kind="problem">
        <span className="flex flex-wrap items-center gap-2">
          <span>{`${texts.comparisonFailed} ${sentenceOf(before.error, common)}`}</span>
          <Button busy={before.isFetching} onClick={() => void before.refetch()}>
            {common.common.retry}
          </Button>
        </span>
      </Notice>
    );
  }
  const span = between(period.from, period.to);
  const isSameAge = state.comparison === 'same_age' && name !== 'distribution';
  return (
    <p role="status" className="flex items-start gap-2 text-xs text-ink-soft">
      {report.beforeData === null ? (
        <>
          <Spinner />
          {texts.comparisonLoading}
        </>
      ) : isSameAge ? (
        texts.comparedAtAge(span, format.time(period.sameAgeAt))
      ) : (
        `${texts.comparedWith(span)}${name === 'distribution' ? '' : ` ${texts.comparedOlder}`}`
      )}
    </p>
  );
}
