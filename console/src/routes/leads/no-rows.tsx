import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import { fieldErrors, sentenceOf } from '../../api/problems.ts';
import { SetUpLink } from '../../shell/set-up-link.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LeadList } from './use-lead-list.ts';

interface NoRowsProps {
  list: LeadList;
  /** The view is not known yet. */
  isPending: boolean;
  isFiltered: boolean;
  onClear: () => void;
  /** Filters beside which their own messages stand. */
  shownErrors: readonly string[];
}

/** In place of the leads: they are coming, there are none, or they could not be read. */
export function NoRows({ list: { query }, isPending, isFiltered, onClear, shownErrors }: NoRowsProps) {
  const texts = useTexts();
  const may = useMay();
  const { leads, common } = texts;
  if (query.isError) {
    const shown = shownErrors.map((name) => `filter[${name}]`);
    const isShownElsewhere = Object.keys(fieldErrors(query.error)).some((field) => shown.includes(field));
    return (
      <Empty
        title={leads.notLoaded}
        action={
          <span className="flex gap-2">
            {isFiltered && <Button onClick={onClear}>{leads.filters.clearAll}</Button>}
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              {common.retry}
            </Button>
          </span>
        }
      >
        {!isShownElsewhere && <p role="alert">{sentenceOf(query.error, texts, shown)}</p>}
      </Empty>
    );
  }
  if (isPending || query.isPending || query.isPlaceholderData) return <Waiting label={common.loading} />;
  if (isFiltered) {
    return (
      <Empty title={leads.noMatch} action={<Button onClick={onClear}>{leads.filters.clearAll}</Button>}>
        {leads.noMatchHint}
      </Empty>
    );
  }
  return (
    <Empty
      title={leads.none}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <SetUpLink />
          {may('leads:import') && (
            <Link to="/import" className={buttonClass()}>
              {texts.shell.import}
            </Link>
          )}
        </span>
      }
    >
      {leads.noneHint}
    </Empty>
  );
}

const rows = Array.from({ length: 12 }, (_, n) => n);

const Waiting = ({ label }: { label: string }) => (
  <div className="grow overflow-hidden border-t border-line bg-surface p-3 md:px-5">
    <p role="status" className="sr-only">
      {label}
    </p>
    {rows.map((n) => (
      <Skeleton key={n} className="mb-3 h-8" />
    ))}
  </div>
);
