import { createHash } from 'node:crypto';

/** Markup. Only `html` and `trusted` make it; whatever else is inserted is escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Insert = Html | string | number | null | undefined | false | readonly Insert[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe between tags and inside quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

function markupOf(value: Insert): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map(markupOf).join('');
  return escapeHtml(String(value));
}

export function html(strings: TemplateStringsArray, ...values: readonly Insert[]): Html {
  return new Html(strings.map((text, index) => text + markupOf(values[index])).join(''));
}

/** For constants only (style sheet, script): nothing that comes from outside. */
export const trusted = (markup: string): Html => new Html(markup);

/** How a content security policy admits exactly this style sheet or script. */
export const contentHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
