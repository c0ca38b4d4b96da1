import { createHash } from 'node:crypto';
import { type Html, html, trusted } from './html.ts';
import { script } from './script.ts';
import { style } from './style.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * To be sent with every page of this folder. Nothing may load but the style and script written into the page and the icon,
 * so a description that smuggled markup past the escaping could still neither run nor call out.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hash(style)}`,
  `script-src ${hash(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// Written into the page as well: otherwise every browser asks for /favicon.ico.
const icon = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/><path d="M10 7v17h13" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
).toString('base64');

interface Page {
  title: string;
  current: 'reference' | 'problems';
  /** A list of links that stands beside the text, and opens over it on a phone. */
  contents?: Html;
  main: Html;
}

const LINKS = [
  { key: 'reference', href: '/docs', label: 'Reference' },
  { key: 'problems', href: '/api/problems', label: 'Problems' },
  { key: 'openapi', href: '/api/v1/openapi.json', label: 'OpenAPI' },
] as const;

export function page({ title, current, contents, main }: Page): string {
  const { markup } = html`<!doctype html>
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
${contents && html`<button type="button" class="menu" popovertarget="contents">Contents</button>`}
<a class="brand" href="/docs">Leadline</a>
<nav aria-label="Site">${LINKS.map(({ key, href, label }) => html`<a href="${href}"${key === current && html` aria-current="page"`}>${label}</a>\n`)}</nav>
</header>
<div class="${contents ? 'frame' : 'single'}">
${contents && html`<nav id="contents" class="contents" aria-label="Contents" popover>\n${contents}</nav>`}
<main id="main" tabindex="-1">${main}
</main>
</div>
<script>${trusted(script)}</script>
</body>
</html>
`;
  return markup;
}
