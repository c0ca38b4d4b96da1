import { mediaExample, parameterExample } from './example.ts';
import type { MediaType, OpenApiDocument } from './openapi-types.ts';
import type { Operation } from './operations.ts';

/** One shell word, whatever is in it. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The address to put before a path. A relative one cannot be called from a shell, so the reader's variable completes it. */
export function baseOf(document: OpenApiDocument): { variable: string; url: string } {
  const url = (document.servers?.[0]?.url ?? '').replace(/\/+$/, '');
  return /^https?:\/\//i.test(url) ? { variable: '', url } : { variable: '"$LEADLINE_URL"', url };
}

/** JSON where the operation takes several forms. */
export function preferredMedia(content: Readonly<Record<string, MediaType>> = {}): [string, MediaType] | undefined {
  const all = Object.entries(content);
  return all.find(([type]) => type === 'application/json') ?? all.find(([type]) => type.includes('json')) ?? all[0];
}

/** A call that can be pasted into a shell: required parameters only, since a made-up optional one may be refused. */
export function curlFor(document: OpenApiDocument, operation: Operation): string {
  const required = (place: string) =>
    operation.parameters
      .filter((parameter) => parameter.in === place && (parameter.required || place === 'path'))
      .map((parameter) => [parameter.name, asText(parameterExample(document, parameter))] as const);

  let path = operation.path;
  for (const [name, value] of required('path')) path = path.replaceAll(`{${name}}`, encodeURIComponent(value));
  // Brackets are encoded too: curl takes plain ones for a pattern of addresses.
  const query = required('query').map((pair) => pair.map(encodeURIComponent).join('='));
  const { variable, url } = baseOf(document);
  const address = variable + quote(url + path + (query.length > 0 ? `?${query.join('&')}` : ''));

  const lines = [`curl ${methodFlag(operation)}${address}`];
  if (operation.needsToken) lines.push('-H "Authorization: Bearer $LEADLINE_TOKEN"');
  for (const [name, value] of required('header')) lines.push(`-H ${quote(`${name}: ${value}`)}`);
  return [...lines, ...bodyFlags(document, operation)].join(' \\\n  ');
}

function methodFlag({ method, body }: Operation): string {
  if (method === 'head') return '-I ';
  if (method === 'get' || (method === 'post' && body !== undefined)) return '';
  // Answers without a body would print nothing at all; -i shows at least their status.
  return method === 'delete' ? '-i -X DELETE ' : `-X ${method.toUpperCase()} `;
}

function jsonText(value: unknown): string {
  const line = JSON.stringify(value);
  // Indented like the flags around it; JSON has no line breaks within its strings, so nothing else changes.
  return line.length <= 48 ? line : JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}

function bodyFlags(document: OpenApiDocument, { body }: Operation): string[] {
  const preferred = preferredMedia(body?.content);
  if (!preferred) return [];
  const [type, media] = preferred;
  const example = mediaExample(document, media, 'request');
  if (type === 'application/x-www-form-urlencoded' && typeof example === 'object' && example !== null) {
    return Object.entries(example).map(([name, value]) => `--data-urlencode ${quote(`${name}=${asText(value)}`)}`);
  }
  const text = type.includes('json') ? jsonText(example) : asText(example);
  return [`-H ${quote(`Content-Type: ${type}`)}`, `--data-raw ${quote(text)}`];
}
