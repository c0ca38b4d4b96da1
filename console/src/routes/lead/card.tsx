import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

const FRAME = 'rounded-lg border border-line bg-surface';

export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${FRAME} p-4`}>
      <h2 id={id} className="pb-1 text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface FoldedProps {
  title: string;
  /** Said beside the title, also while it is folded. */
  summary?: ReactNode;
  /** Rendered once it is unfolded. */
  children: ReactNode;
}

/** An explanation: folded on phones, where the timeline matters more. */
export function Folded({ title, summary, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 64rem)').matches);
  return (
    <section className={FRAME}>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="tap flex w-full items-center gap-2 rounded-lg px-4 py-3 text-left hover:bg-hover"
        >
          <span className="grow text-base font-semibold">{title}</span>
          {summary}
          <ChevronDown className={`size-4 shrink-0 ${isOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
        </button>
      </h2>
      {isOpen && <div className="px-4 pb-4">{children}</div>}
    </section>
  );
}
