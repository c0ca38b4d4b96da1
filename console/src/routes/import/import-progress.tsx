import type { Import } from '../../api/imports.ts';
import { useFormat } from '../../format/format.ts';
import { useImportTexts } from '../../texts/imports.ts';
import { Progress } from '../../ui/progress.tsx';

/** How many of the rows are processed. */
export function ImportProgress({ shown: { state, rows, processed } }: { shown: Import }) {
  const texts = useImportTexts();
  const { number } = useFormat();
  const isReceiving = state === 'receiving';
  return (
    <div className="flex w-full flex-col gap-1.5">
      <Progress label={texts.states[state]} done={processed} total={isReceiving ? null : rows} />
      <p className="text-ink-soft tabular-nums">
        {isReceiving ? texts.received(number(rows)) : texts.progress(number(processed), number(rows))}
      </p>
    </div>
  );
}
