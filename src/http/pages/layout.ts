import { createHash } from 'node:crypto';
import { type Html, html, trusted } from './html.ts';
import { style } from './style.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * To be sent with every page of this folder. Nothing may load but the style written into the page and the icon, and nothing
 * may run: text that got past the escaping could still neither run nor call out.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hash(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// Written into the page as well: otherwise every browser asks for /favicon.ico.
const icon = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/><path d="M10 7v17h13" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
).toString('base64');

const LINKS = [
  { href: '/docs', label: 'Reference' },
  { href: '/api/problems', label: 'Problems' },
  { href: '/api/v1/openapi.json', label: 'OpenAPI' },
];

export function page(title: string, main: Html): string {
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
<a class="brand" href="/docs">Leadline</a>
<nav aria-label="Site">${LINKS.map(({ href, label }) => html`<a href="${href}">${label}</a>\n`)}</nav>
</header>
<main id="main" tabindex="-1">${main}
</main>
</body>
</html>
`;
  return markup;
}
