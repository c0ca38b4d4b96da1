import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';
import type { Operation } from './operation.ts';

const JSON_TYPE = 'application/json';
const MERGE_PATCH_TYPE = 'application/merge-patch+json';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON only, and only if it is valid UTF-8: the usual parser would turn broken bytes into question marks. */
export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([JSON_TYPE, MERGE_PATCH_TYPE], { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(bytes as Buffer);
    } catch {
      return done(new Problem('malformed_request', { detail: 'The body is not valid UTF-8.' }));
    }
    parseJson(request, text, (error, body) => {
      if (error === null) return done(null, body);
      const detail = /prototype/.test(error.message)
        ? 'The body holds a forbidden name (__proto__ or constructor).'
        : 'The body is not valid JSON.';
      done(new Problem('malformed_request', { detail }));
    });
  });
}

/** Whether a body comes with the request; of a GET it is not read. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Refuses a body of a type that the operation does not take, before it is read. */
export function requireContentType(operation: Operation, request: FastifyRequest): void {
  if (!hasBody(request)) return;
  const { headers } = request;
  const [type, ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  const taken = type === JSON_TYPE || (type === MERGE_PATCH_TYPE && operation.method === 'PATCH');
  if (!taken || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new Problem('unsupported_media_type');
  }
}
