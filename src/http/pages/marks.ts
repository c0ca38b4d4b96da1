import { type Html, html, joined } from './html.ts';

export const PROBLEMS_PATH = '/api/problems';

export const problemLink = (code: string): Html =>
  html`<a href="${PROBLEMS_PATH}/${encodeURIComponent(code)}"><code>${code}</code></a>`;

export const methodBadge = (method: string): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`;

export const statusBadge = (status: string | number): Html =>
  html`<span class="status s${String(status).slice(0, 1)}">${status}</span>`;

/** An address may break after any slash, and nowhere else. */
export const breakable = (path: string): Html => joined(path.split(/(?<=.\/)/), html`<wbr>`);
