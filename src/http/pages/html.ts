/** Text that is markup already. Only `html`, `joined` and `trusted` make it; whatever else is inserted is escaped. */
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

/** Safe both between tags and inside a quoted attribute, so that no template has to know where it stands. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

function markupOf(value: Insert): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (typeof value === 'object') return value.map(markupOf).join('');
  return escapeHtml(String(value));
}

export function html(strings: TemplateStringsArray, ...values: readonly Insert[]): Html {
  return new Html(strings.map((text, index) => text + markupOf(values[index])).join(''));
}

export const joined = (parts: readonly Insert[], separator: Insert): Html =>
  new Html(parts.map(markupOf).join(markupOf(separator)));

/** For constants of this folder only (style sheet, script): nothing that comes from outside. */
export const trusted = (markup: string): Html => new Html(markup);
