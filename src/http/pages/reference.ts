import { baseOf, curlFor } from './curl.ts';
import { follow } from './follow.ts';
import { type Html, html } from './html.ts';
import { codePanel } from './json.ts';
import { page } from './layout.ts';
import { markdown } from './markdown.ts';
import { breakable, methodBadge, PROBLEMS_PATH, problemLink, statusBadge } from './marks.ts';
import type { OpenApiDocument } from './openapi-types.ts';
import { renderOperation } from './operation.ts';
import { groupByTag, type Operation, type TagGroup } from './operations.ts';

export type { OpenApiDocument } from './openapi-types.ts';

/** The page at /docs: the whole API description as a person reads it. */
export function renderReference(document: OpenApiDocument): string {
  const groups = groupByTag(document);
  return page({
    title: `${document.info.title} ${document.info.version} – API reference`,
    current: 'reference',
    contents: contents(document, groups),
    main: html`${introduction(document)}${authentication(document, groups)}${problems(document)}${groups.map(
      (group) => html`
<section class="tag" aria-labelledby="${group.anchor}">
<div class="opening"><h2 id="${group.anchor}">${group.name}</h2>
${markdown(group.description, 3)}</div>
${group.operations.map((operation) => renderOperation(document, operation))}
</section>`,
    )}`,
  });
}

function introduction({ info, servers = [] }: OpenApiDocument): Html {
  return html`
<section class="opening" aria-labelledby="introduction">
<h1 id="introduction">${info.title} <span class="version">${info.version}</span></h1>
${markdown(info.description, 3)}
${servers.length > 0 && html`<dl class="servers">${servers.map(({ url, description }) => html`<div><dt>${description ?? 'Server'}</dt><dd><code>${url}</code></dd></div>`)}</dl>`}
<p>The same description for programs: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> (OpenAPI 3.1).</p>
</section>`;
}

function authentication(document: OpenApiDocument, groups: readonly TagGroup[]): Html | false {
  const schemes = Object.values(document.components?.securitySchemes ?? {}).map((scheme) => follow(document, scheme));
  if (schemes.length === 0) return false;
  const first = groups.flatMap((group) => group.operations).find(isEasyToTry);
  // No comments beside these: an interactive zsh would take them for arguments.
  const setUp = [...(baseOf(document).variable ? ["export LEADLINE_URL='…'"] : []), "export LEADLINE_TOKEN='ldl_…'"];
  const firstCall = first ? ['', curlFor(document, first)] : [];
  return html`
<section class="opening pair" aria-labelledby="authentication">
<div class="words">
<h2 id="authentication">Authentication</h2>
${schemes.map((scheme) => markdown(scheme?.description))}
<p>Send the token with every call, in the header field <code>Authorization: Bearer ldl_…</code>. The examples on this page read it from the
variable <code>LEADLINE_TOKEN</code>: set it once in your shell, and each of them works as it stands.</p>
<p>What a token may do is the sum of its <strong>abilities</strong>; each operation names the one it needs. Which records it sees is its
<strong>scope</strong>.</p>
</div>
<div class="samples">${codePanel('Once per shell', [...setUp, ...firstCall].join('\n'))}</div>
</section>`;
}

/** For a first call: reads, and needs nothing but the token. */
const isEasyToTry = ({ method, parameters, needsToken }: Operation): boolean =>
  method === 'get' && needsToken && !parameters.some((parameter) => parameter.required || parameter.in === 'path');

function problems({ 'x-problems': all = [] }: OpenApiDocument): Html | false {
  if (all.length === 0) return false;
  return html`
<section class="opening" aria-labelledby="problems">
<h2 id="problems">Errors</h2>
<p>Every error is a problem document (<code>application/problem+json</code>, RFC 9457). Branch on <code>code</code>, which is stable; <code>detail</code> is
written for people. <a href="${PROBLEMS_PATH}">All problems explained</a>.</p>
<ul class="codes">${all.map(({ code, status, title }) => html`<li>${statusBadge(status)} ${problemLink(code)} <span>${title}</span></li>\n`)}</ul>
</section>`;
}

function contents(document: OpenApiDocument, groups: readonly TagGroup[]): Html {
  const link = ({ id, method, path, source }: Operation) =>
    html`<li><a href="#${encodeURIComponent(id)}" title="${source.summary}">${methodBadge(method)} ${shortPath(path)}</a></li>\n`;
  return html`<label class="filter" hidden><span class="unseen">Filter operations</span><input type="search" placeholder="Filter operations" autocomplete="off"></label>
<p class="none" role="status" hidden>No operation matches.</p>
<ul class="top"><li><a href="#introduction">Introduction</a></li>
${document.components?.securitySchemes && html`<li><a href="#authentication">Authentication</a></li>`}
${document['x-problems'] && html`<li><a href="#problems">Errors</a></li>`}</ul>
${groups.map((group) => html`<div class="group"><p><a href="#${encodeURIComponent(group.anchor)}">${group.name}</a></p>\n<ul>${group.operations.map(link)}</ul></div>\n`)}`;
}

/** `/api/v1` before nearly every path says nothing in a narrow column: it is left to be read aloud only. */
function shortPath(path: string): Html {
  const version = /^\/api\/v\d+(?=\/)/.exec(path)?.[0] ?? '';
  return html`<span>${version && html`<span class="unseen">${version}</span>`}${breakable(path.slice(version.length))}</span>`;
}
