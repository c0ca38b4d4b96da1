import { type Html, html, joined } from './html.ts';

/**
 * The little Markdown that descriptions use: paragraphs, `code`, **bold**, links, lists, headings, fenced code. Anything
 * else, HTML included, shows as the text it is.
 */
export function markdown(text: string | undefined, headingLevel: 3 | 4 = 4): Html {
  const blocks: Html[] = [];
  const lines = (text ?? '').split('\n');
  for (let at = 0; at < lines.length; ) {
    const block = takeWhile(lines, at, headingLevel);
    blocks.push(block.markup);
    at = block.next;
  }
  return joined(blocks, '\n');
}

const FENCE = /^\s*```/;
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const BULLET = /^\s*[-*]\s+(.*)/;
const NUMBER = /^\s*\d+[.)]\s+(.*)/;
const startsBlock = (line: string) => [FENCE, HEADING, BULLET, NUMBER].some((start) => start.test(line));

function takeWhile(lines: readonly string[], at: number, level: 3 | 4): { markup: Html; next: number } {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { markup: html``, next: at + 1 };

  if (FENCE.test(line)) {
    const end = lines.findIndex((later, index) => index > at && FENCE.test(later));
    const stop = end === -1 ? lines.length : end;
    return { markup: html`<pre><code>${lines.slice(at + 1, stop).join('\n')}</code></pre>`, next: stop + 1 };
  }

  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) {
    const words = inline(heading);
    return { markup: level === 3 ? html`<h3>${words}</h3>` : html`<h4>${words}</h4>`, next: at + 1 };
  }

  const marker = BULLET.test(line) ? BULLET : NUMBER.test(line) ? NUMBER : null;
  if (marker) {
    const items: string[] = [];
    let next = at;
    for (; next < lines.length; next++) {
      const current = lines[next] ?? '';
      const item = marker.exec(current)?.[1];
      if (item !== undefined) items.push(item);
      else if (current.trim() !== '' && !startsBlock(current)) items.push(`${items.pop() ?? ''} ${current.trim()}`);
      else break;
    }
    const list = items.map((item) => html`<li>${inline(item)}</li>`);
    return { markup: marker === BULLET ? html`<ul>${list}</ul>` : html`<ol>${list}</ol>`, next };
  }

  let next = at + 1;
  while (next < lines.length && lines[next]?.trim() !== '' && !startsBlock(lines[next] ?? '')) next++;
  return { markup: html`<p>${inline(lines.slice(at, next).join(' '))}</p>`, next };
}

/** A scheme such as `javascript:` never becomes a link. */
const SAFE_LINK = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;
const SPAN = /`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^()\s]+)\)/g;

/** The spans within one paragraph, for a place that takes no blocks. */
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
