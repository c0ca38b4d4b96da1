import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWelcomeTexts } from '../../texts/welcome.ts';

interface StepProps {
  number: number;
  title: string;
  hint: string;
  isDone: boolean;
  children: ReactNode;
}

const STEPS = 3;

export function Step({ number, title, hint, isDone, children }: StepProps) {
  const texts = useWelcomeTexts();
  return (
    <li className="flex gap-3 rounded-lg border border-line bg-surface p-4">
      <span
        aria-hidden="true"
        className={`inline-flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-semibold ${isDone ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent'}`}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="flex min-w-0 grow flex-col gap-3">
        <div>
          <h2 className="text-base font-semibold">
            <span className="sr-only">
              {texts.step(number, STEPS)}
              {isDone && ` (${texts.done})`}
              {': '}
            </span>
            {title}
          </h2>
          <p className="text-ink-soft">{hint}</p>
        </div>
        {children}
      </div>
    </li>
  );
}
