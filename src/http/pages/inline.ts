import { type Html, html, joined } from './html.ts';

/** A scheme such as `javascript:` never becomes a link. */
const SAFE_LINK = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;
const SPAN = /`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^()\s]+)\)/g;

/** The little Markdown that the catalogue uses: `code`, **bold** and links. Anything else shows as the text it is. */
export function inline(text: string): Html {
  const parts: (Html | string)[] = [];
  let done = 0;
  for (const match of text.matchAll(SPAN)) {
    const [whole, code, bold, label, href] = match;
    parts.push(text.slice(done, match.index));
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (bold !== undefined) parts.push(html`<strong>${inline(bold)}</strong>`);
    else if (href !== undefined && SAFE_LINK.test(href))
      parts.push(html`<a href="${href}">${inline(label ?? href)}</a>`);
    else parts.push(whole);
    done = match.index + whole.length;
  }
  parts.push(text.slice(done));
  return joined(parts, '');
}
