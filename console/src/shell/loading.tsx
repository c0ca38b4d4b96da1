import { useTexts } from '../texts/texts.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** In place of a page that is on its way. */
export function Loading() {
  const { common } = useTexts();
  return (
    <p className="flex items-center justify-center gap-2 py-16 text-ink-soft">
      <Spinner />
      {common.loading}
    </p>
  );
}
