// Generated from openapi.json by `npm run client`; do not edit.

/** Every problem of the service: its code, and its HTTP status. */
export interface Problems {
  malformed_request: 400;
  unauthenticated: 401;
  forbidden: 403;
  not_found: 404;
  method_not_allowed: 405;
  not_acceptable: 406;
  request_timeout: 408;
  conflict: 409;
  gone: 410;
  precondition_failed: 412;
  payload_too_large: 413;
  unsupported_media_type: 415;
  validation_failed: 422;
  rate_limited: 429;
  headers_too_large: 431;
  internal_error: 500;
  service_unavailable: 503;
}

/** POSTs that take no Idempotency-Key, so that sending them twice may do their work twice. */
export const postsWithoutKey: readonly string[] = ["/api/v1/session","/api/v1/invitations/{token}","/api/v1/imports","/api/v1/forms/{public_id}/submissions"];
