import type { ReactNode, Ref } from 'react';

interface StepProps {
  title: string;
  hint?: ReactNode;
  /** Takes the focus when the step comes. */
  headRef?: Ref<HTMLHeadingElement>;
  /** Beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the screen with a heading of its own. */
export const Step = ({ title, hint, headRef, action, children }: StepProps) => (
  <section
    aria-label={title}
    className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4 md:p-5"
  >
    <div className="flex flex-wrap items-start gap-2">
      <div className="min-w-0 grow basis-60">
        <h2 ref={headRef} tabIndex={-1} className="scroll-mt-6 text-base font-semibold break-words outline-none">
          {title}
        </h2>
        {hint && <p className="max-w-3xl text-ink-soft">{hint}</p>}
      </div>
      {action}
    </div>
    {children}
  </section>
);
