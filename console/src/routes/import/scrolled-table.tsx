import type { ReactNode } from 'react';

/** A table that may be wider than the page: it scrolls by itself, also by keyboard. */
export const ScrolledTable = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className="max-w-full overflow-x-auto rounded-md border border-line">
    <table className="w-full border-collapse whitespace-nowrap">{children}</table>
  </section>
);
