import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const kinds = {
  problem: ['border-danger bg-danger-soft text-danger', CircleAlert, 'alert'],
  info: ['border-line bg-info-soft text-info', Info, 'status'],
  good: ['border-line bg-good-soft text-good', CircleCheck, 'status'],
} as const;

/** A message within the page. */
export function Notice({ kind = 'info', children }: { kind?: keyof typeof kinds; children: ReactNode }) {
  const [look, Icon, role] = kinds[kind];
  return (
    <div role={role} className={`flex items-start gap-2 rounded-md border px-3 py-2 text-sm ${look}`}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}
