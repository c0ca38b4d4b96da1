import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAcceptable } from '../http/accept.ts';
import { unknownAddress } from '../problems.ts';
import { type Asset, codingFor, readAssets, withText } from './assets.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const pageHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-cache',
};

/** Screens of the console; each is the same page, which then shows what its address names. */
const screens = [
  '/',
  '/sign-in',
  '/invitation',
  '/my-leads',
  '/leads',
  '/leads/:lead_id',
  '/board',
  '/reports',
  '/reports/:report',
  '/import',
  '/import/:import_id',
  '/settings',
  '/settings/:section',
  '/settings/:section/:record_id',
  '/welcome',
  '/account',
];

/** Tells the page how people can sign in. */
const SIGN_IN = (ways: string) => `<meta name="leadline-sign-in" content="${ways}">`;

/** Their names change with their content. */
const HASHED = '/assets/';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The web console: one page, its scripts and styles. Without a build, only the API is served. */
export function addConsole(app: FastifyInstance, { oidc }: { readonly oidc: object | null }): void {
  const assets = readAssets();
  const plainPage = assets.get('/index.html');
  if (plainPage === undefined) return;
  const page = oidc === null ? plainPage : withText(plainPage, SIGN_IN('password'), SIGN_IN('password oidc'));
  for (const url of screens) {
    app.get(url, (request, reply) => {
      if (request.url === '*') throw unknownAddress(); // the router takes it for /
      requireAcceptable(request.headers.accept, 'text/html');
      return send(page, request, reply.headers(pageHeaders));
    });
  }
  // Who types a wrong address into a browser gets a page that says so, and the way back.
  app.decorate('pageOfNothing', (request: FastifyRequest, reply: FastifyReply) =>
    send(page, request, reply.code(404).headers(pageHeaders)),
  );
  for (const [url, asset] of assets) {
    if (asset === plainPage || url.startsWith(HASHED)) continue;
    app.get(url, (request, reply) => send(asset, request, reply.header('cache-control', 'public, max-age=3600')));
  }
  app.get<{ Params: { name: string } }>(`${HASHED}:name`, (request, reply) => {
    const asset = assets.get(HASHED + request.params.name);
    if (asset === undefined) throw unknownAddress('The console has been updated. Reload the page.');
    return send(asset, request, reply.header('cache-control', IMMUTABLE));
  });
}

function send({ type, plain, coded }: Asset, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const coding = codingFor(headers['accept-encoding']);
  reply.header('vary', 'accept-encoding').type(type);
  if (coding !== null) reply.header('content-encoding', coding);
  return reply.send(coding === null ? plain : coded.get(coding));
}
