import { CircleCheck, CircleX, CopyCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Import } from '../../api/imports.ts';
import { useFormat } from '../../format/format.ts';
import { useImportTexts } from '../../texts/imports.ts';

/** What came of the rows, or would. */
export function Counts({ shown: { created, duplicates, filled, failed, dry_run } }: { shown: Import }) {
  const { counts } = useImportTexts();
  const { number } = useFormat();
  const fill = dry_run ? counts.wouldFill : counts.filled;
  return (
    <dl className="grid gap-2 sm:grid-cols-3">
      <Count
        icon={<CircleCheck className="size-4 text-good" aria-hidden="true" />}
        label={dry_run ? counts.wouldCreate : counts.created}
        count={number(created)}
      />
      <Count
        icon={<CopyCheck className="size-4 text-info" aria-hidden="true" />}
        label={counts.duplicates}
        count={number(duplicates)}
        note={filled > 0 ? fill(number(filled)) : null}
      />
      <Count
        icon={<CircleX className={`size-4 ${failed > 0 ? 'text-danger' : 'text-ink-soft'}`} aria-hidden="true" />}
        label={dry_run ? counts.wouldFail : counts.failed}
        count={number(failed)}
      />
    </dl>
  );
}

interface CountProps {
  icon: ReactNode;
  label: string;
  count: string;
  note?: string | null;
}

const Count = ({ icon, label, count, note = null }: CountProps) => (
  <div className="grid grid-cols-[1fr_auto] items-center gap-x-2 rounded-md border border-line px-3 py-2 sm:grid-cols-1">
    <dt className="flex items-center gap-1.5 text-ink-soft">
      {icon}
      {label}
    </dt>
    <dd className="text-xl font-semibold tabular-nums">{count}</dd>
    {note !== null && <dd className="col-span-full text-xs text-ink-soft">{note}</dd>}
  </div>
);
