import { type Html, html, joined } from './html.ts';

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;

/** JSON, indented, with its parts marked for the style sheet. */
export function prettyJson(value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? '';
  const parts: (Html | string)[] = [];
  let done = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(done, match.index));
    if (string === undefined) parts.push(html`<b>${whole}</b>`);
    else if (colon === undefined) parts.push(html`<i>${string}</i>`);
    else parts.push(html`<u>${string}</u>`, colon);
    done = match.index + whole.length;
  }
  parts.push(text.slice(done));
  return joined(parts, '');
}
