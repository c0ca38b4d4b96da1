import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, Problem } from '../problems.ts';
import type { FairSlots } from '../slots/fair-slots.ts';
import { jsonFault } from './json-fault.ts';
import { structureFault } from './json-structure.ts';
import { admitBody } from './large-bodies.ts';
import type { Operation } from './operation.ts';
import { parsePairs } from './query-string.ts';

export const MERGE_PATCH_TYPE = 'application/merge-patch+json';
export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
const utf8 = new TextDecoder('utf-8', { fatal: true });

const MOST_PAIRS = 5_000;

/** A form-encoded body: names and values in the order in which they were sent. */
export class EncodedForm {
  readonly pairs: readonly (readonly [name: string, value: string])[];

  constructor(pairs: readonly (readonly [string, string])[]) {
    this.pairs = pairs;
  }
}

/**
 * Only valid UTF-8: the usual parsers would turn broken bytes into question marks. JSON for every operation; form-encoded
 * bodies reach only those that say they take them.
 */
export function addBodyParsers(app: FastifyInstance, largeBodies: FairSlots): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  const parse = (request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void) => {
    if (bytes.length === 0) return done(null, undefined);
    const text = decodeUtf8(bytes);
    if (text === null) return done(new Problem('malformed_request', { detail: 'The body is not valid UTF-8.' }));
    const tooMuch = structureFault(bytes);
    if (tooMuch !== null) return done(invalid({ body: [tooMuch] }));
    parseJson(request, text, (error, body) => {
      if (error === null) return done(null, body);
      const detail = /prototype/.test(error.message)
        ? 'The body holds a forbidden name (__proto__ or constructor).'
        : `The body is not valid JSON: see ${jsonFault(text)}.`;
      done(new Problem('malformed_request', { detail }));
    });
  };
  app.addContentTypeParser([JSON_TYPE, MERGE_PATCH_TYPE], { parseAs: 'buffer' }, (request, bytes, done) =>
    admitBody(largeBodies, request, bytes.length, (error) =>
      error === undefined ? parse(request, bytes as Buffer, done) : done(error),
    ),
  );
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    const text = decodeUtf8(bytes as Buffer);
    const pairs = text === null ? null : parsePairs(text, MOST_PAIRS);
    if (pairs !== null) return done(null, new EncodedForm(pairs));
    done(new Problem('malformed_request', { detail: 'The body is not valid percent-encoded UTF-8.' }));
  });
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Whether a body comes with the request; of a GET it is not read. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Refuses a body of a type that the operation does not take, before it is read. */
export function requireContentType(operation: Operation, request: FastifyRequest): void {
  requireMedia(operation.method === 'PATCH' ? [JSON_TYPE, MERGE_PATCH_TYPE] : [JSON_TYPE], request);
}

export function requireMedia(taken: readonly string[], request: FastifyRequest): void {
  if (!hasBody(request)) return;
  const { headers } = request;
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (!taken.includes(type) || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new Problem('unsupported_media_type', { detail: `Send the body as ${taken.join(' or ')}.` });
  }
}
