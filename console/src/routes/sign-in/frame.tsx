import type { ReactNode } from 'react';
import { usePageTitle } from '../../shell/page-title.ts';
import { languages, useLanguage, useTexts } from '../../texts/texts.tsx';
import { SelectField } from '../../ui/field.tsx';

/** The page around everything that happens before somebody is signed in. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const { signIn } = useTexts();
  usePageTitle(title);
  const [language, choose] = useLanguage();
  const options = Object.entries(languages).map(([value, label]) => ({ value, label }));
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-6 px-4 py-8">
      <main className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-line bg-surface p-6 shadow-raised">
        <header className="flex items-center gap-3">
          <img src="/icon.svg" alt="" className="size-9" />
          <h1 className="text-xl font-semibold">{title}</h1>
        </header>
        {children}
      </main>
      <footer className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 sm:gap-x-5 text-sm text-ink-soft">
        <a href="/docs" className="tap inline-flex items-center underline hover:text-ink">
          {signIn.docs}
        </a>
        <a href="/api/problems" className="tap inline-flex items-center underline hover:text-ink">
          {signIn.problemsPage}
        </a>
        <SelectField
          label={signIn.language}
          hideLabel
          options={options}
          value={language}
          onChange={(event) => choose(event.target.value as typeof language)}
        />
      </footer>
    </div>
  );
}
