import { STATUS_CODES } from 'node:http';
import { type Html, html } from './html.ts';
import { inline } from './inline.ts';
import { prettyJson } from './json.ts';
import { page } from './layout.ts';

const PROBLEMS_PATH = '/api/problems';

export interface ProblemEntry {
  code: string;
  status: number;
  title: string;
  detail: string;
  meaning: string;
  remedy: string;
}

/** The page at /api/problems/<code>, where the `type` of every problem document leads. */
export function renderProblemPage(entry: ProblemEntry, example: object): string {
  const { code, status, title, meaning, remedy } = entry;
  const answer = html`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\nContent-Type: application/problem+json\n\n${prettyJson(example)}`;
  return page(
    `${title} (${code}) – Leadline problems`,
    html`
<article class="problem">
<p class="trail"><a href="${PROBLEMS_PATH}">Problems</a> / <code>${code}</code></p>
<h1>${title}</h1>
<p class="address">${statusBadge(status)} <code>${code}</code></p>
<h2>What it means</h2>
<p>${inline(meaning)}</p>
<h2>What to do</h2>
<p>${inline(remedy)}</p>
<h2>Example</h2>
<pre class="panel"><code>${answer}</code></pre>
${howToRead()}
</article>`,
  );
}

/** The page at /api/problems. */
export function renderProblemIndex(entries: readonly ProblemEntry[]): string {
  return page(
    'Problems – Leadline',
    html`
<article class="problem">
<h1>Problems</h1>
<p>Whatever goes wrong, the answer is a problem document (<code>application/problem+json</code>, RFC 9457), and its <code>code</code> is one of these.</p>
<ul class="catalogue">
${entries.map((entry) => html`<li>${statusBadge(entry.status)} <div><p><a href="${PROBLEMS_PATH}/${entry.code}"><code>${entry.code}</code></a> <strong>${entry.title}</strong></p><p>${inline(entry.meaning)}</p></div></li>\n`)}</ul>
${howToRead()}
</article>`,
  );
}

function howToRead(): Html {
  return html`<h2>Reading a problem document</h2>
<ul>
<li>Branch on <code>code</code>: it is stable. <code>title</code> and <code>detail</code> are written for people and may change.</li>
<li><code>errors</code>, where present, maps each faulty field, named as you sent it, to what is wrong with it.</li>
<li><code>request_id</code> is also in the header field <code>X-Request-Id</code> and in the service’s log: quote it when asking for help.</li>
</ul>`;
}

const statusBadge = (status: number): Html =>
  html`<span class="status s${String(status).slice(0, 1)}">${status}</span>`;
