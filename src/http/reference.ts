import { html } from './pages/html.ts';

export const SCRIPT_PATH = '/docs/scalar.js';
export const START_PATH = '/docs/start.js';

/** Scalar writes style elements into the page. Scripts come from this service, and no other host can be reached. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page at /docs. Without scripts it still leads to the description and to the problems. */
export const referencePage = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Leadline – API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>
<h1>Leadline – API reference</h1>
<p>This page needs scripts. The whole description for programs: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> (OpenAPI 3.1).
All errors explained: <a href="/api/problems">/api/problems</a>.</p>
</noscript>
<script src="${SCRIPT_PATH}"></script>
<script src="${START_PATH}"></script>
</body>
</html>
`.markup;

/** Everything of Scalar's that would call its own services is off; tokens typed into the page are not kept. */
const settings = {
  url: '/api/v1/openapi.json',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  documentDownloadType: 'direct',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'token' },
};

export const startScript = `Scalar.createApiReference('#reference', ${JSON.stringify(settings)});\n`;
