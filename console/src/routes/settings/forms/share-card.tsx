import { Link, useLocation } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useMe } from '../../../api/me.ts';
import { useFormTexts } from '../../../texts/forms.ts';
import { useLanguage } from '../../../texts/texts.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { askedOf, type CustomField, type Form, visibleWords } from './asked.ts';
import { plainHtml } from './plain-html.ts';

/** The ways to visitors: the form's own page, the code for another page, and how to try it. */
export function ShareCard({ form, customFields }: { form: Form; customFields: readonly CustomField[] }) {
  const { share: texts, openOf, open } = useFormTexts();
  const { currency } = useMe().organization;
  const [language] = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const isNew = useLocation().hash === 'share';
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const asked = askedOf(form.fields, { customFields, language, currency });
  const html = plainHtml(form.url, asked, visibleWords[language]);
  return (
    <section aria-labelledby="share" className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
      <h2 id="share" ref={heading} tabIndex={-1} className="scroll-mt-20 text-base font-semibold outline-none">
        {texts.title}
      </h2>
      {!form.active && <Notice>{texts.closed}</Notice>}
      <CopyField label={texts.page} hint={texts.pageHint} value={form.url} />
      <CopyField
        label={texts.embed}
        hint={form.allowed_origins.length === 0 ? texts.embedNoOrigin : texts.embedHint}
        value={form.embed}
        rows={2}
      />
      <CopyField label={texts.html} hint={texts.htmlHint} value={html} rows={Math.min(10, asked.length + 3)} />
      <div className="flex flex-col gap-2">
        <h3 className="text-sm font-medium">{texts.test}</h3>
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-ink-soft">
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="flex flex-wrap gap-2">
          {form.active && (
            <a
              href={form.url}
              target="_blank"
              rel="noreferrer"
              aria-label={openOf(form.name)}
              className={buttonClass()}
            >
              <ExternalLink className="size-4" aria-hidden="true" />
              {open}
            </a>
          )}
          <Link
            to="/leads"
            search={form.source === null ? {} : { source: form.source.public_id }}
            className={buttonClass()}
          >
            {texts.toLeads}
          </Link>
        </p>
      </div>
    </section>
  );
}
