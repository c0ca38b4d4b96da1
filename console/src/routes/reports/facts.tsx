import type { ReactNode } from 'react';
import { Figure } from './figure.tsx';
import type { FigureValue, Kind } from './figures.ts';

export interface Fact {
  label: string;
  kind: Kind;
  figure: FigureValue;
  before?: FigureValue | null | undefined;
  hint?: ReactNode;
}

/** The few figures that matter most, large. */
export const Facts = ({ facts, of }: { facts: readonly Fact[]; of?: string }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
    {facts.map(({ label, kind, figure, before, hint }) => (
      <div key={label} className="min-w-0 rounded-md bg-canvas px-3 py-2">
        <dt className="text-xs text-ink-soft">{label}</dt>
        <dd className="text-lg font-semibold break-words tabular-nums" data-fact={label}>
          <Figure figure={figure} before={before} kind={kind} what={of === undefined ? label : `${of}, ${label}`} />
          {hint && <p className="pt-0.5 text-xs font-normal text-ink-soft">{hint}</p>}
        </dd>
      </div>
    ))}
  </dl>
);
