import { STATUS_CODES } from 'node:http';
import { contentHash, type Html, html, type Insert, trusted } from './html.ts';
import { style } from './style.ts';

/** Nothing may load but the style and the icon in the page, and nothing may run, even if text got past the escaping. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${contentHash(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface ProblemEntry {
  code: string;
  status: number;
  title: string;
  meaning: string;
  remedy: string;
}

/** The page at /api/problems/<code>, where the `type` of every problem document leads. */
export function renderProblemPage({ code, status, title, meaning, remedy }: ProblemEntry, example: object): string {
  return page(
    `${title} (${code}) – Leadline problems`,
    html`<p class="trail"><a href="/api/problems">Problems</a> / <code>${code}</code></p>
<h1>${title}</h1>
<p class="address">${statusBadge(status)} <code>${code}</code></p>
<h2>What it means</h2>
<p>${withCode(meaning)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p>
<h2>Example</h2>
<pre class="panel"><code>HTTP/1.1 ${status} ${STATUS_CODES[status]}
Content-Type: application/problem+json

${JSON.stringify(example, null, 2)}</code></pre>`,
  );
}

export function renderProblemIndex(entries: readonly ProblemEntry[]): string {
  return page(
    'Problems – Leadline',
    html`<h1>Problems</h1>
<p>Whatever goes wrong, the answer is a problem document (<code>application/problem+json</code>, RFC 9457), and its <code>code</code> is one of these.</p>
<ul class="catalogue">
${entries.map((entry) => html`<li>${statusBadge(entry.status)} <div><p><a href="/api/problems/${entry.code}"><code>${entry.code}</code></a> <strong>${entry.title}</strong></p><p>${withCode(entry.meaning)}</p></div></li>\n`)}</ul>`,
  );
}

/** The only Markdown that the catalogue uses: `code`. */
const withCode = (text: string): Insert[] =>
  text.split('`').map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : part));

const statusBadge = (status: number): Html =>
  html`<span class="status s${String(status).slice(0, 1)}">${status}</span>`;

// In the page: otherwise every browser asks for /favicon.ico.
const icon = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/><path d="M10 7v17h13" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
).toString('base64');

function page(title: string, article: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml;base64,${icon}">
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="brand" href="/docs">Leadline</a>
<nav aria-label="Site"><a href="/docs">Reference</a> <a href="/api/problems">Problems</a> <a href="/api/v1/openapi.json">OpenAPI</a></nav>
</header>
<main id="main" tabindex="-1">
<article>
${article}
<h2>Reading a problem document</h2>
<ul>
<li>Branch on <code>code</code>: it is stable. <code>title</code> and <code>detail</code> are written for people and may change.</li>
<li><code>errors</code>, where present, maps each faulty field, named as you sent it, to what is wrong with it.</li>
<li><code>request_id</code> is also in the header field <code>X-Request-Id</code> and in the service’s log: quote it when asking for help.</li>
</ul>
</article>
</main>
</body>
</html>
`.markup;
}
