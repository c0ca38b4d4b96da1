import { Search } from 'lucide-react';
import { Suspense, useLayoutEffect, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { hasLetterKeys, useLetterKeys } from './letter-keys.ts';

const SearchDialog = lazyDialog(async () => (await import('./search-dialog.tsx')).SearchDialog);

/** Search from anywhere: pressed, or with the `/` key. */
export function SearchBox() {
  const { search } = useTexts();
  const hasKey = useLetterKeys();
  const [isOpen, setOpen] = useState(false);
  // As soon as it is drawn: a key that is pressed before the next effects would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]');
      if (event.key !== '/' || !hasLetterKeys() || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts={hasKey ? '/' : undefined}
        onClick={() => setOpen(true)}
        className="tap flex w-full max-w-xs items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 py-1.5 text-left text-ink-soft hover:bg-hover"
      >
        <Search className="size-4 shrink-0" aria-hidden="true" />
        <span className="grow truncate">{search.open}</span>
        {hasKey && (
          <span className="hidden rounded-sm border border-line px-1.5 text-xs md:inline" aria-hidden="true">
            /
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
