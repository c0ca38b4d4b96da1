import type { IncomingMessage } from 'node:http';
import { newPublicId } from '../public-id.ts';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id of the request where it is well-formed, so that both sides' logs can be joined; else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : newPublicId('request');
}
