import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldErrors, invalid, Problem } from '../problems.ts';
import type { FairSlots } from '../slots/fair-slots.ts';
import { CSV_TYPE } from './accept.ts';
import { forbiddenNames } from './forbidden-names.ts';
import { jsonFault } from './json-fault.ts';
import { jsonLosses } from './json-losses.ts';
import { structureOf } from './json-structure.ts';
import { admitBody } from './large-bodies.ts';
import type { Operation } from './operation.ts';
import { parseEncoded } from './query-string.ts';

const MERGE_PATCH_TYPE = 'application/merge-patch+json';
export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
const utf8 = new TextDecoder('utf-8', { fatal: true });

const MOST_PAIRS = 5_000;

/** Strict UTF-8: the usual parsers turn broken bytes into question marks. */
export function addBodyParsers(app: FastifyInstance, largeBodies: FairSlots): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  const parse = (request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void) => {
    if (bytes.length === 0) return done(null, undefined);
    const text = decodeUtf8(bytes);
    if (text === null) return done(new Problem('malformed_request', { detail: 'The body is not valid UTF-8.' }));
    const structure = structureOf(bytes, request.routeOptions.config.mostValues);
    if (structure.fault !== null) return done(invalid({ body: [structure.fault] }));
    parseJson(request, text, (error, body) => {
      if (error === null) {
        const losses = jsonLosses(text, body, structure);
        if (losses === null) return done(null, body);
        if (!request.routeOptions.config.reportsFaults) return done(invalid(losses));
        request.faults = losses;
        return void setImmediate(done, null, body); // the checks take as long again: others go first
      }
      const names = forbiddenNames(text);
      if (names !== null) return done(invalid(names));
      done(new Problem('malformed_request', { detail: `The body is not valid JSON: see ${jsonFault(text)}.` }));
    });
  };
  app.addContentTypeParser([JSON_TYPE, MERGE_PATCH_TYPE], { parseAs: 'buffer' }, (request, bytes, done) =>
    admitBody(largeBodies, request, bytes.length, (error) =>
      error === undefined ? parse(request, bytes as Buffer, done) : done(error),
    ),
  );
  app.addContentTypeParser(CSV_TYPE, (request, stream, done) =>
    request.routeOptions.config.isUpload ? done(null, stream) : done(new Problem('unsupported_media_type')),
  );
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    const text = decodeUtf8(bytes as Buffer);
    const pairs = text === null ? null : parseEncoded(text);
    if (pairs === null) {
      return done(new Problem('malformed_request', { detail: 'The body is not valid percent-encoded UTF-8.' }));
    }
    if (pairs.size > MOST_PAIRS) return done(invalid({ body: [`must have at most ${MOST_PAIRS} fields`] }));
    done(null, pairs);
  });
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Also of a GET, whose body is not read. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

export const bodyTypes = ({ method, upload }: Pick<Operation, 'method' | 'upload'>): readonly string[] => {
  if (upload !== undefined) return [upload.media];
  return method === 'PATCH' ? [JSON_TYPE, MERGE_PATCH_TYPE] : [JSON_TYPE];
};

/** Before the body is read. */
export function requireMedia(taken: readonly string[], request: FastifyRequest): void {
  if (!hasBody(request)) return;
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new Problem('unsupported_media_type', { detail: 'Send the body without a Content-Encoding.' });
  }
  const [, charset = 'utf-8'] = /;\s*charset="?([^";]*)/i.exec(request.headers['content-type'] ?? '') ?? [];
  if (!taken.includes(request.mediaType ?? '') || !/^utf-?8$/i.test(charset.trim())) {
    throw new Problem('unsupported_media_type', { detail: `Send the body as ${taken.join(' or ')}.` });
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation reads its body as a stream. */
    isUpload?: boolean;
    /** Of a JSON body: as many values, and as many names. */
    mostValues?: number;
    /** The route reports `request.faults` itself, together with all other faults and after the checks of abilities. */
    reportsFaults?: boolean;
  }
  interface FastifyRequest {
    /** What parsing the body has lost, on routes with `reportsFaults`. */
    faults?: FieldErrors;
  }
}
