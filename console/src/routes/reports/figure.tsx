import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { askedBy } from '../../api/reports.ts';
import { useReportTexts } from '../../texts/reports.ts';
import { type FigureValue, type Kind, useFigures } from './figures.ts';
import { useOrigin } from './origin.ts';

interface FigureProps {
  figure: FigureValue;
  /** Null: there is no such figure in the period before. Undefined: nothing is compared. */
  before?: FigureValue | null | undefined;
  kind: Kind;
  /** What it is a figure of, such as "Qualified, Reached". */
  what: string;
  /** What its row is called, for the page of its leads. */
  name?: string | undefined;
}

/** A number that leads to the leads behind it, with how it changed. */
export function Figure({ figure, before, kind, what, name }: FigureProps) {
  const texts = useReportTexts();
  const { write, changed } = useFigures();
  const isChange = before !== undefined && before !== null && before.value !== null && figure.value !== null;
  return (
    <>
      <LeadsLink figure={figure} what={what} name={name}>
        {write(figure.value, kind)}
      </LeadsLink>
      {before !== undefined && (
        <span className="block text-xs font-normal text-ink-soft" data-change="">
          {isChange && (
            <>
              <span className="block">{changed(figure.value ?? 0, before.value ?? 0, kind)}</span>{' '}
            </>
          )}
          <span className="block">
            {`${texts.before} `}
            <LeadsLink figure={before ?? { value: null }} what={texts.ofBefore(what)} name={name}>
              {write(before?.value ?? null, kind)}
            </LeadsLink>
          </span>
        </span>
      )}
    </>
  );
}

interface LeadsLinkProps {
  figure: FigureValue;
  what: string;
  name?: string | undefined;
  children: string;
}

/** Plain where there is nothing to list, or the caller may not read leads. The router's own link is slow by the thousand. */
function LeadsLink({ figure: { value, link }, what, name, children }: LeadsLinkProps): ReactNode {
  const may = useMay();
  const router = useRouter();
  const back = useOrigin();
  if (value === null || value === 0 || link === undefined || !may('leads:read')) {
    return (
      <span data-value={value ?? ''} className="inline-block min-h-6">
        {children}
      </span>
    );
  }
  const search = { ...askedBy(link), ...(name !== undefined && { name }), back };
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to: '/reports/$report', params: { report: 'leads' }, search });
  };
  return (
    <a
      href={`/reports/leads?${new URLSearchParams(search)}`}
      onClick={open}
      aria-label={`${children}: ${what}`}
      data-value={value}
      className="inline-block min-h-6 text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
    </a>
  );
}
