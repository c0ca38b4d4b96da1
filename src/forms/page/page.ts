import { contentHash, type Html, html, trusted } from '../../http/pages/html.ts';
import { catalogue, type FieldErrors, type ProblemCode } from '../../problems.ts';
import type { OpenForm } from '../admit.ts';
import type { Language } from '../language.ts';
import { HONEYPOT } from '../schemas.ts';
import { labelOf, renderField, targetOf } from './fields.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { type Words, words } from './words.ts';

/** Nothing may load but what is written into the page, and only the form's own origins may show it in a frame. */
export const pagePolicy = (allowedOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${contentHash(style)}`,
    `script-src ${contentHash(script)}`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...allowedOrigins].join(' ')}`,
  ].join('; ');

export interface View {
  readonly language: Language;
  /** Inside another page. */
  readonly isEmbedded: boolean;
}

export interface FormState {
  /** When the page was opened, signed. */
  readonly started: string;
  readonly typed: URLSearchParams;
  readonly errors: FieldErrors;
  /** Why to send it once more, where nothing that was typed is wrong. */
  readonly notice: 'early' | 'again' | 'busy' | null;
}

export function renderForm(open: OpenForm, view: View, { started, typed, errors, notice }: FormState): string {
  const { form, settings, asked } = open;
  const say = words[view.language];
  const { currency } = settings.organization;
  const isFaulty = notice !== null || Object.keys(errors).length > 0;
  const fields = asked.map((field) => {
    const state = { values: typed.getAll(field.encodedName), errors: errors[field.name] ?? [] };
    return renderField(field, state, say, currency);
  });
  const isEither = ['phone', 'email'].every((name) => asked.some((field) => field.name === name && !field.required));
  const main = html`${heading(open, view)}
${summary(open, say, errors, notice)}
<p class="hint">${isEither && html`${say.contact} `}${asked.some(({ required }) => required) && say.required}</p>
<form method="post" accept-charset="utf-8" data-notice="${notice}" data-sending="${say.sending}" data-busy="${say.busy}" data-offline="${say.offline}">
${fields}<div class="trap" aria-hidden="true"><label for="f-trap">${say.trap}</label><input type="text" id="f-trap" name="${HONEYPOT}" tabindex="-1" autocomplete="off"></div>
<input type="hidden" name="started" value="${started}">
<button type="submit">${say.send}</button>
</form>
${!view.isEmbedded && html`<p class="languages"><a href="?lang=${say.other.language}" lang="${say.other.language}" hreflang="${say.other.language}">${say.other.name}</a></p>`}`;
  return layout(view, isFaulty ? `${say.error}: ${form.name}` : form.name, main, form.allowed_origins);
}

export function renderThanks(open: OpenForm, view: View): string {
  const say = words[view.language];
  const main = html`${heading(open, view)}
<div class="thanks" id="thanks" role="status" tabindex="-1" autofocus><p>${open.form.success_message ?? say.success}</p></div>`;
  return layout(view, say.thanks, main, open.form.allowed_origins);
}

export function renderProblem(code: ProblemCode, requestId: string, view: View): string {
  const say = words[view.language];
  const [title, text] = say.problems[code] ?? say.anyProblem;
  const main = html`<h1>${title}</h1>
<p>${text}</p>
${catalogue[code].status >= 500 && html`<p class="hint">${requestId}</p>`}`;
  return layout(view, title, main, []);
}

/** An embedding page has a heading of its own: ours is for screen readers only. */
const heading = ({ form, settings }: OpenForm, { isEmbedded }: View): Html =>
  isEmbedded
    ? html`<h1 class="unseen">${form.name}</h1>`
    : html`<p class="organization">${settings.organization.name}</p>
<h1>${form.name}</h1>`;

function summary({ asked, settings }: OpenForm, say: Words, errors: FieldErrors, notice: FormState['notice']): Html {
  const { currency } = settings.organization;
  const items = Object.entries(errors).map(([name, messages]) => {
    const field = asked.find((one) => one.name === name);
    const text = `${field === undefined ? name : labelOf(field, say, currency)}: ${messages.join('; ')}`;
    return html`<li>${field === undefined ? text : html`<a href="#${targetOf(field)}">${text}</a>`}</li>`;
  });
  const isFaulty = notice !== null || items.length > 0;
  return html`<div class="summary" id="summary" role="alert" tabindex="-1"${isFaulty ? html` autofocus` : html` hidden`}>${
    notice !== null && html`<p>${say[notice]}</p>`
  }${items.length > 0 && html`<h2>${say.summary}</h2><ul>${items}</ul>`}</div>`;
}

function layout({ language, isEmbedded }: View, title: string, main: Html, origins: readonly string[]): string {
  return html`<!doctype html>
<html lang="${language}"${isEmbedded && html` class="embed"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body${isEmbedded && html` data-origins="${origins.join(' ')}"`}>
<main>
${main}
</main>
<script>${trusted(script)}</script>
</body>
</html>
`.markup;
}
