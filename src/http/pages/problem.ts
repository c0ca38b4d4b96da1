import { STATUS_CODES } from 'node:http';
import { contentHash, type Html, html, type Insert, trusted } from './html.ts';

/** In the colours of the browser, light or dark. */
const style = `
:root { color-scheme: light dark; --line: #8886; }
body { max-width: 50rem; margin: 0 auto; padding: 1.5rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
nav { display: flex; gap: 1.25rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line); }
h1, h2 { line-height: 1.25; text-wrap: balance; }
h2 { margin-top: 2.25rem; font-size: 1.25rem; }
code { font: .875em/1.5 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
p > code, li > code, pre { border: 1px solid var(--line); border-radius: 4px; padding: .05em .3em; }
pre { padding: .8rem 1rem; white-space: pre-wrap; }
.catalogue { list-style: none; padding: 0; }
.catalogue li { display: flex; align-items: baseline; gap: .75rem; padding: .75rem 0; border-top: 1px solid var(--line); }
.catalogue p { margin: 0; }
`;

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
    html`<h1>${title}</h1>
<p><strong>${status}</strong> <code>${code}</code></p>
<h2>What it means</h2>
<p>${withCode(meaning)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p>
<h2>Example</h2>
<pre><code>HTTP/1.1 ${status} ${STATUS_CODES[status]}
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
${entries.map((entry) => html`<li><strong>${entry.status}</strong> <div><p><a href="/api/problems/${entry.code}"><code>${entry.code}</code></a> <strong>${entry.title}</strong></p><p>${withCode(entry.meaning)}</p></div></li>\n`)}</ul>`,
  );
}

/** The only Markdown that the catalogue uses: `code`. */
const withCode = (text: string): Insert[] =>
  text.split('`').map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : part));

function page(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
<header>
<nav aria-label="Site"><a href="/docs">Leadline API</a> <a href="/api/problems">Problems</a> <a href="/api/v1/openapi.json">OpenAPI</a></nav>
</header>
<main>
${main}
<h2>Reading a problem document</h2>
<ul>
<li>Branch on <code>code</code>: it is stable. <code>title</code> and <code>detail</code> are written for people and may change.</li>
<li><code>errors</code>, where present, maps each faulty field, named as you sent it, to what is wrong with it.</li>
<li><code>request_id</code> is also in the header field <code>X-Request-Id</code> and in the service’s log: quote it when asking for help.</li>
</ul>
</main>
</body>
</html>
`.markup;
}
