import { curlFor, preferredMedia } from './curl.ts';
import { mediaExample } from './example.ts';
import { parameterTable } from './field-table.ts';
import { follow } from './follow.ts';
import { type Html, html, joined } from './html.ts';
import { codePanel, prettyJson } from './json.ts';
import { inline, markdown } from './markdown.ts';
import { breakable, methodBadge, problemLink, statusBadge } from './marks.ts';
import type { MediaType, OpenApiDocument, ResponseObject, Schema } from './openapi-types.ts';
import { isError, type Operation } from './operations.ts';
import { schemaRows, schemaTable } from './schema-table.ts';

export function renderOperation(document: OpenApiDocument, operation: Operation): Html {
  const { id, method, path, source, parameters, responses } = operation;
  const successes = responses.filter(([status]) => !isError(status));
  return html`
<article class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="words">
<h3 id="${id}-title"><a href="#${encodeURIComponent(id)}">${source.summary ?? id}</a></h3>
<p class="address">${methodBadge(method)} <code>${breakable(path)}</code></p>
${needs(operation)}
${markdown(source.description)}
${parameters.length > 0 && html`<h4>Parameters</h4>\n${parameterTable(document, parameters)}`}
${requestBody(document, operation)}
${successes.length > 0 && html`<h4>Responses</h4>\n${successes.map((response) => renderResponse(document, ...response))}`}
${errors(document, operation)}
</div>
<div class="samples">
${codePanel('Request', curlFor(document, operation))}
${successes.map((response) => responseSample(document, ...response))}
</div>
</article>`;
}

function needs({ source, needsToken }: Operation): Html {
  const abilities = [source['x-ability'] ?? []].flat();
  const facts = [
    source.deprecated && html`<strong>Deprecated</strong>`,
    abilities.length > 0 &&
      html`Needs ${joined(
        abilities.map((ability) => html`<code>${ability}</code>`),
        ' and ',
      )}`,
    abilities.length === 0 && (needsToken ? html`Any valid token` : html`No token needed`),
    source['x-scope'] && html`Scope: ${inline(source['x-scope'])}`,
  ];
  return html`<ul class="needs">${facts.map((fact) => fact && html`<li>${fact}</li>`)}</ul>`;
}

function requestBody(document: OpenApiDocument, { body }: Operation): Html {
  if (!body) return html``;
  const optional = body.required ? '' : html` <span class="optional">optional</span>`;
  return html`<h4>Body${optional}</h4>
${markdown(body.description)}
${distinctBodies(body.content).map(({ types, schema }) => {
  const table = schemaTable(document, schema, schemaRows(document, schema, 'request'), 'Properties of the body');
  return html`<p class="media">${joined(
    types.map((type) => html`<code>${type}</code>`),
    ' or ',
  )}</p>\n${table}`;
})}`;
}

/** One entry per schema: JSON and merge-patch mostly share theirs, and two equal tables would only tire the reader. */
function distinctBodies(content: Readonly<Record<string, MediaType>> = {}): { types: string[]; schema: Schema }[] {
  const bySchema = new Map<string, { types: string[]; schema: Schema }>();
  for (const [type, { schema = {} }] of Object.entries(content)) {
    const key = JSON.stringify(schema);
    const same = bySchema.get(key);
    if (same) same.types.push(type);
    else bySchema.set(key, { types: [type], schema });
  }
  return [...bySchema.values()];
}

function renderResponse(document: OpenApiDocument, status: string, response: ResponseObject): Html {
  const headers = Object.entries(response.headers ?? {});
  const facts = headers.map(
    ([name, header]) => html`<li><code>${name}</code> ${inline(follow(document, header)?.description ?? '')}</li>`,
  );
  return html`<div class="response">
<div class="sentence">${statusBadge(status)} ${markdown(response.description)}</div>
${facts.length > 0 && html`<ul class="headers" aria-label="Header fields of ${status}">${facts}</ul>`}
${distinctBodies(response.content).map(({ types, schema }) => responseFields(document, status, types, schema))}
</div>`;
}

function responseFields(document: OpenApiDocument, status: string, types: readonly string[], schema: Schema): Html {
  const rows = schemaRows(document, schema, 'response');
  const table = schemaTable(document, schema, rows, `Properties of the response ${status}`);
  if (rows.length === 0) return table;
  return html`<details${rows.length <= 12 && html` open`}><summary>${rows.length} ${rows.length === 1 ? 'property' : 'properties'} <span>${types.join(', ')}</span></summary>
${table}
</details>`;
}

function responseSample(document: OpenApiDocument, status: string, response: ResponseObject): Html | false {
  const [type, media] = preferredMedia(response.content) ?? [];
  if (!media || !type) return false;
  const example = mediaExample(document, media, 'response');
  return codePanel(html`Response ${status}`, typeof example === 'string' ? example : prettyJson(example));
}

function errors(document: OpenApiDocument, { responses }: Operation): Html | false {
  const failures = responses.filter(([status]) => isError(status));
  if (failures.length === 0) return false;
  const titleOf = (code: string | undefined) => document['x-problems']?.find((problem) => problem.code === code)?.title;
  const items = failures.map(([status, { description, 'x-codes': codes = [] }]) => {
    const words = description || titleOf(codes[0]) || '';
    return html`<li>${statusBadge(status)} <div>${joined(codes.map(problemLink), ', ')} <span>${inline(words)}</span></div></li>\n`;
  });
  return html`<h4>Errors</h4>\n<ul class="errors">${items}</ul>`;
}
