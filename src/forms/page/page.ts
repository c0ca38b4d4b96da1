import { createHash } from 'node:crypto';
import { type Html, html, trusted } from '../../http/pages/html.ts';
import { catalogue, type FieldErrors, type ProblemCode } from '../../problems.ts';
import type { OpenForm } from '../admit.ts';
import type { Language } from '../language.ts';
import { HONEYPOT } from '../trap.ts';
import { labelOf, renderField, targetOf } from './fields.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { words } from './words.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing may load but what is written into the page, and only the form's own origins may show it in a frame. */
export const pagePolicy = (allowedOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...allowedOrigins].join(' ')}`,
  ].join('; ');

/** How a visitor sees it. */
export interface View {
  readonly language: Language;
  /** Inside another page: without a heading and a frame of its own. */
  readonly isEmbedded: boolean;
}

export interface FormState {
  /** Signed time of opening. */
  readonly started: string;
  /** What was typed, by the names of the encoded form. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly errors: FieldErrors;
  readonly notice: string | null;
}

export function renderForm(open: OpenForm, view: View, { started, values, errors, notice }: FormState): string {
  const { form, settings, asked } = open;
  const say = words[view.language];
  const { currency } = settings.organization;
  const isFaulty = notice !== null || Object.keys(errors).length > 0;
  const fields = asked.map((field) =>
    renderField(
      field,
      { values: values.get(field.encodedName) ?? [], errors: errors[field.name] ?? [] },
      say,
      currency,
    ),
  );
  const isEither = ['phone', 'email'].every((name) => asked.some((field) => field.name === name && !field.required));
  const main = html`${heading(open, view)}
${summary(open, view, errors, notice)}
<p class="hint">${isEither && html`${say.contact} `}${asked.some(({ required }) => required) && say.required}</p>
<form method="post" accept-charset="utf-8" data-api="../api/v1/forms/${form.public_id}/submissions" data-before="${say.before}" data-after="${say.after}" data-summary="${say.summary}" data-sending="${say.sending}" data-busy="${say.busy}" data-offline="${say.offline}">
${fields}<div class="trap" aria-hidden="true"><label for="f-trap">${say.trap}</label><input type="text" id="f-trap" name="${HONEYPOT}" tabindex="-1" autocomplete="off"></div>
<input type="hidden" name="started" value="${started}">
<button type="submit">${say.send}</button>
</form>
<div class="thanks" id="thanks" role="status" tabindex="-1" hidden>${thanks(open, view)}</div>
${!view.isEmbedded && html`<p class="languages"><a href="?lang=${say.other.language}" lang="${say.other.language}" hreflang="${say.other.language}">${say.other.name}</a></p>`}`;
  return layout(view, isFaulty ? `${say.error}: ${form.name}` : form.name, main, form.allowed_origins);
}

export function renderThanks(open: OpenForm, view: View): string {
  const main = html`${!view.isEmbedded && html`<p class="organization">${open.settings.organization.name}</p>`}
<h1${view.isEmbedded && html` class="unseen"`}>${open.form.name}</h1>
<div class="thanks" role="status">${thanks(open, view)}</div>`;
  return layout(view, words[view.language].thanks, main, open.form.allowed_origins);
}

export function renderProblem(code: ProblemCode, requestId: string, view: View): string {
  const say = words[view.language];
  const [title, text] = say.problems[code] ?? say.anyProblem;
  const main = html`<h1>${title}</h1>
<p>${text}</p>
${catalogue[code].status >= 500 && html`<p class="hint">${requestId}</p>`}`;
  return layout(view, title, main, []);
}

/** The form's own message; the default one begins with the thanks already. */
const thanks = ({ form }: OpenForm, { language }: View): Html =>
  html`<p>${form.success_message ?? words[language].success}</p>`;

/** Inside another page, which has a heading of its own, ours is for screen readers only. */
const heading = ({ form, settings }: OpenForm, { isEmbedded }: View): Html =>
  isEmbedded
    ? html`<h1 class="unseen">${form.name}</h1>`
    : html`<p class="organization">${settings.organization.name}</p>
<h1>${form.name}</h1>`;

function summary(open: OpenForm, { language }: View, errors: FieldErrors, notice: string | null): Html {
  const say = words[language];
  const { currency } = open.settings.organization;
  const items = Object.entries(errors).map(([name, messages]) => {
    const field = open.asked.find((one) => one.name === name);
    const text = `${field === undefined ? name : labelOf(field, say, currency)}: ${messages.join('; ')}`;
    return html`<li>${field === undefined ? text : html`<a href="#${targetOf(field)}">${text}</a>`}</li>`;
  });
  const isFaulty = notice !== null || items.length > 0;
  return html`<div class="summary" id="summary" role="alert" tabindex="-1"${isFaulty ? html` autofocus` : html` hidden`}>${
    notice !== null && html`<p>${notice}</p>`
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
