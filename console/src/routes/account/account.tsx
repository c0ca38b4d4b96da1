import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { chooseLetterKeys, useLetterKeys } from '../../shell/letter-keys.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { chooseTheme, chosenTheme, type Theme, themes } from '../../shell/theme.ts';
import { languages, useLanguage, useTexts } from '../../texts/texts.tsx';
import { Checkbox, SelectField } from '../../ui/field.tsx';
import { Sessions } from './sessions.tsx';

export function Account() {
  const { account, signIn, roles } = useTexts();
  usePageTitle(account.title);
  const { membership, organization, role } = useMe();
  const [language, choose] = useLanguage();
  const hasKeys = useLetterKeys();
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6 p-4 md:p-6">
      <h1 className="text-xl font-semibold">{account.title}</h1>
      <section aria-labelledby="who" className="rounded-lg border border-line bg-surface p-4">
        <h2 id="who" className="pb-2 text-base font-semibold">
          {account.who}
        </h2>
        <p className="text-base font-medium">{membership.name}</p>
        <p className="text-ink-soft">
          {roles[role]} · {organization.name}
        </p>
      </section>
      <section aria-labelledby="look" className="rounded-lg border border-line bg-surface p-4">
        <h2 id="look" className="pb-3 text-base font-semibold">
          {account.look}
        </h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={signIn.language}
            options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            value={language}
            onChange={(event) => choose(event.target.value as typeof language)}
          />
          <SelectField
            label={account.theme}
            options={themes.map((value) => ({ value, label: account.themes[value] }))}
            value={theme}
            onChange={(event) => {
              const chosen = event.target.value as Theme;
              setTheme(chosen);
              chooseTheme(chosen);
            }}
          />
        </div>
        <Checkbox
          label={account.letterKeys}
          role="switch"
          checked={hasKeys}
          onChange={(event) => chooseLetterKeys(event.target.checked)}
          aria-describedby="letter-keys"
          className="tap pt-4 font-medium"
        />
        <p id="letter-keys" className="text-xs text-ink-soft">
          {account.letterKeysHint}
        </p>
      </section>
      <Sessions />
    </div>
  );
}
