import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { abilities } from '../../src/access/abilities.ts';
import { describeLeadline, describedOperations as registered } from '../../src/description.ts';
import { scopeRules } from '../../src/operation.ts';
import { catalogue, problemCodes } from '../../src/problems.ts';
import { described as served } from '../support/documented.ts';
import { named, operations } from './api.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

it('the committed openapi.json is the one that the operations give: run npm run openapi', () => {
  const made = `${JSON.stringify(describeLeadline('http://127.0.0.1:8080'), null, 2)}\n`;
  expect(read('openapi.json') === made).toBe(true);
});

it('describes every operation that is registered, under its method and path, and no other', () => {
  const listed = operations.map(({ id, method, path }) => `${id} ${method} ${path}`);
  expect(listed.sort()).toEqual(registered.map(({ id, method, path }) => `${id} ${method} /api/v1${path}`).sort());
});

it('gives every operation an id of its own', () => {
  const ids = operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Za-z]+$/);
});

it('describes what many operations take once', () => {
  const texts = Object.values(served.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters }) => parameters)
    .filter((one) => one.in !== 'path' && !('$ref' in one))
    .map((one) => JSON.stringify(one));
  const alike = texts.filter((text) => texts.filter((other) => other === text).length > 4);
  expect(alike).toEqual([]);
  // A reader finds it at each operation all the same.
  const notes = operations.flatMap(({ described }) =>
    described.parameters.filter(({ name }) => name === 'Idempotency-Key'),
  );
  expect(notes.length).toBeGreaterThan(20);
});

it('uses one status for one code, and lists the whole catalogue', () => {
  const document = JSON.parse(read('openapi.json'));
  const listed = document['x-problems'].map(({ code, status }: { code: string; status: number }) => [code, status]);
  expect(listed).toEqual(problemCodes.map((code) => [code, catalogue[code].status]));
  expect(new Set(problemCodes.map((code) => catalogue[code].status)).size).toBe(problemCodes.length);
});

it('knows every code of the specification, with its status', () => {
  const specified = {
    unauthenticated: 401,
    forbidden: 403,
    not_found: 404,
    conflict: 409,
    validation_failed: 422,
    rate_limited: 429,
    service_unavailable: 503,
  };
  for (const [code, status] of Object.entries(specified)) {
    expect(catalogue[code as keyof typeof specified].status).toBe(status);
  }
});

/** Changes that need nothing but the id in their path. */
const WITHOUT_BODY = ['inviteMember', 'rotateWebhookSecret', 'testWebhook', 'redeliver'];

describe.each(named(operations))('%s', (_, { described, method, path, body, isPublic }) => {
  const { responses } = described;
  const codesOf = (status: string) => responses[status]?.['x-codes'] ?? [];

  it('has a summary, a tag, the ability it needs and the scope of what it reaches', () => {
    const {
      summary,
      tags,
      'x-scope': scope,
      'x-ability': ability,
    } = described as typeof described & Record<string, unknown>;
    expect(summary).toMatch(/^[A-Z].{5,}[^.]$/);
    expect(tags).toHaveLength(1);
    expect(Object.values(scopeRules)).toContain(scope);
    expect([...abilities, null]).toContain(ability);
  });

  it('declares only problems of the catalogue, each under its own status', () => {
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      expect(Object.keys(response.content ?? {}), status).toEqual(['application/problem+json']);
      expect(codesOf(status).length, status).toBeGreaterThan(0);
      for (const code of codesOf(status)) {
        expect(problemCodes).toContain(code);
        expect(catalogue[code as keyof typeof catalogue].status).toBe(Number(status));
      }
    }
  });

  it('declares what every call can meet, and what only calls like it can', () => {
    const declared = (status: string) => responses[status] !== undefined;
    expect(declared('401')).toBe(!isPublic || described.operationId === 'signIn');
    for (const status of ['400', '406', '408', '422', '429', '431', '500', '503']) expect(declared(status)).toBe(true);
    const isForPeople = ['listSessions', 'endSession'].includes(described.operationId); // or for tokens:write
    expect(declared('403')).toBe(isPublic || isForPeople || described['x-ability'] !== null);
    if (path.includes('{')) expect(declared('404')).toBe(true);
    if (body !== undefined) for (const status of ['413', '415']) expect(declared(status)).toBe(true);
    const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
    expect(successes).toHaveLength(described.operationId === 'createLead' ? 2 : 1); // a new lead, or the one that was there already
  });

  it('describes each id in its path, and takes a body only where its method has one', () => {
    const inPath = described.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{[a-z_]+\}/g) ?? []);
    for (const { required, schema } of inPath) {
      expect(required).toBe(true);
      expect((schema.examples as string[])[0]).toMatch(/^([a-z]+_[0-9a-hjkmnp-tv-z]{26}|ldi_\w{8}_\w{36})$/);
    }
    const { requestBody } = described;
    if (method === 'GET' || method === 'DELETE') expect(requestBody).toBeUndefined();
    else expect(requestBody === undefined).toBe(WITHOUT_BODY.includes(described.operationId));
  });

  it('names the headers of its answers', () => {
    const headersOf = (status: string) => Object.keys((responses[status] as { headers?: object })?.headers ?? {});
    for (const status of Object.keys(responses)) expect(headersOf(status)).toContain('X-Request-Id');
    if (!isPublic) expect(headersOf('401')).toContain('WWW-Authenticate');
    for (const status of ['429', '503']) expect(headersOf(status)).toContain('Retry-After');
    const isRecordMade = responses['201'] !== undefined && !isPublic && described.operationId !== 'inviteMember';
    if (isRecordMade) expect(headersOf('201')).toContain('Location');
  });
});
