import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../src/http/pages/layout.ts';
import type { OpenApiDocument, ResponseObject, Schema } from '../../src/http/pages/openapi-types.ts';
import { renderProblemIndex, renderProblemPage } from '../../src/http/pages/problem.ts';
import { renderReference } from '../../src/http/pages/reference.ts';
import { catalogue, Problem, problemCodes, problemDocument } from '../../src/problems.ts';

// Half of this file is one sample description: small, but with a case of everything the page has to cope with.
const id = (prefix: string): Schema => ({
  type: 'string',
  pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
  description: 'Public id.',
});
const name: Schema = { type: 'string', minLength: 1, maxLength: 100, description: 'Unique among the unarchived.' };
const time: Schema = { type: 'string', format: 'date-time' };
const ref = (schema: string): Schema => ({ $ref: `#/components/schemas/${schema}` });
const failure = (description: string, ...codes: string[]): ResponseObject => ({
  description,
  'x-codes': codes,
  content: { 'application/problem+json': { schema: ref('Problem') } },
});
const failures = {
  '401': failure('', 'unauthenticated'),
  '403': failure('', 'forbidden'),
  '429': failure('', 'rate_limited'),
  '503': failure('', 'service_unavailable'),
};
const one = (schema: string): Schema => ({ type: 'object', required: ['data'], properties: { data: ref(schema) } });
const page: Schema = {
  type: 'object',
  required: ['data', 'links', 'meta'],
  properties: {
    data: { type: 'array', items: ref('Team') },
    links: {
      type: 'object',
      required: ['next'],
      properties: { next: { type: ['string', 'null'], description: 'Relative URL of the next page.' } },
    },
    meta: { type: 'object', required: ['has_more'], properties: { has_more: { type: 'boolean' } } },
  },
};

const sample: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Leadline',
    version: '1.0.0',
    description:
      'Leads captured once, routed fairly, moved under rules, **never changed without a trace**.\n\n' +
      '- JSON in, JSON out, UTF-8; times are RFC 3339 in UTC.\n' +
      '- Lists are paged by cursor: follow `links.next` until it is null.\n' +
      '- Unknown fields are refused, see [the errors](#problems).',
  },
  servers: [{ url: 'https://leads.example.in', description: 'Production' }],
  tags: [
    { name: 'Teams', description: 'A manager sees the leads of the own team.' },
    { name: 'Tokens', description: 'What programs sign in with.' },
  ],
  security: [{ token: [] }],
  'x-problems': problemCodes.map((code) => ({ code, status: catalogue[code].status, title: catalogue[code].title })),
  paths: {
    '/api/v1/teams': {
      get: {
        operationId: 'listTeams',
        tags: ['Teams'],
        summary: 'List teams',
        description: 'Newest first.',
        'x-ability': 'settings:read',
        'x-scope': 'the whole organization',
        parameters: [
          {
            name: 'page[size]',
            in: 'query',
            description: 'How many at a time.',
            schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
          },
          { name: 'page[after]', in: 'query', description: 'Cursor from `links.next`.', schema: { type: 'string' } },
        ],
        responses: {
          '200': { description: 'A page of teams.', content: { 'application/json': { schema: page } } },
          '422': failure('An unknown parameter, or a cursor that was altered.', 'validation_failed'),
          ...failures,
        },
      },
      post: {
        operationId: 'createTeam',
        tags: ['Teams'],
        summary: 'Create a team',
        'x-ability': 'settings:write',
        'x-scope': 'the whole organization',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: { name: { ...name, example: "Mumbai 'North'" } },
              },
            },
          },
        },
        responses: {
          '201': {
            description: 'Created.',
            headers: { Location: { description: 'Path of the new team.', schema: { type: 'string' } } },
            content: { 'application/json': { schema: one('Team') } },
          },
          '409': failure('A team of that name exists.', 'conflict'),
          '422': failure('The name is missing or too long.', 'validation_failed'),
          ...failures,
        },
      },
    },
    '/api/v1/teams/{public_id}': {
      parameters: [{ name: 'public_id', in: 'path', required: true, schema: id('team') }],
      patch: {
        operationId: 'updateTeam',
        tags: ['Teams'],
        summary: 'Change a team',
        description: 'JSON Merge Patch: what is absent stays.',
        'x-ability': 'settings:write',
        requestBody: {
          required: true,
          content: Object.fromEntries(
            ['application/json', 'application/merge-patch+json'].map((type) => [
              type,
              { schema: { type: 'object', properties: { name } } },
            ]),
          ),
        },
        responses: {
          '200': { description: 'The team as it is now.', content: { 'application/json': { schema: one('Team') } } },
          '404': failure('', 'not_found'),
          ...failures,
        },
      },
    },
    '/api/v1/tokens': {
      post: {
        operationId: 'issueToken',
        tags: ['Tokens'],
        summary: 'Issue a token',
        description:
          'The `secret` is in this answer and in none after it.\n\n' +
          'Nobody can issue a token with an ability that the issuing token lacks.',
        'x-ability': 'tokens:write',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'membership', 'abilities'],
                properties: {
                  name: { ...name, description: 'Where it is used.', example: 'Website form' },
                  membership: { ...id('mem'), description: 'Whose scope it has.' },
                  abilities: {
                    type: 'array',
                    minItems: 1,
                    uniqueItems: true,
                    items: { type: 'string', enum: ['leads:read', 'leads:create', 'leads:move', '*'] },
                  },
                  expires_at: { anyOf: [time, { type: 'null' }], description: 'Null: it does not expire.' },
                  limits: {
                    description: 'Where it may be used from.',
                    oneOf: [
                      { title: 'By address', type: 'object', properties: { cidr: { type: 'string' } } },
                      {
                        title: 'By rate',
                        type: 'object',
                        properties: { per_minute: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 } },
                      },
                    ],
                  },
                },
              },
            },
          },
        },
        responses: {
          '201': { description: 'Issued.', content: { 'application/json': { schema: one('IssuedToken') } } },
          '422': failure('An unknown ability, or one above the role.', 'validation_failed'),
          ...failures,
        },
      },
    },
    '/api/v1/tokens/{public_id}': {
      delete: {
        operationId: 'revokeToken',
        tags: ['Tokens'],
        summary: 'Revoke a token',
        'x-ability': 'tokens:write',
        parameters: [
          { name: 'public_id', in: 'path', required: true, schema: id('tok') },
          { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' }, example: '"v1"' },
          { name: 'as[of]', in: 'query', required: true, schema: { type: 'string', format: 'date' } },
        ],
        responses: {
          '204': { description: 'Revoked, now or before.' },
          '404': { $ref: '#/components/responses/Gone' },
        },
      },
    },
    '/healthz': {
      get: {
        operationId: 'health',
        summary: 'Is the process alive?',
        security: [],
        responses: {
          '200': {
            description: 'It is.',
            content: { 'application/json': { schema: { type: 'object' }, example: { status: 'ok' } } },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Tokens are issued by an admin.' } },
    responses: { Gone: failure('No such token.', 'not_found') },
    schemas: {
      Team: {
        type: 'object',
        required: ['public_id', 'name', 'created_at'],
        properties: {
          public_id: { ...id('team'), readOnly: true },
          name,
          created_at: { ...time, readOnly: true },
          parent: { anyOf: [ref('Team'), { type: 'null' }], description: 'The team above it.' },
          members: { type: 'array', items: ref('Member') },
        },
      },
      Member: {
        type: 'object',
        required: ['public_id', 'team'],
        properties: {
          public_id: id('mem'),
          role: { anyOf: [{ const: 'agent' }, { const: 'manager' }] },
          team: ref('Team'),
        },
      },
      IssuedToken: {
        allOf: [
          { type: 'object', required: ['public_id', 'name'], properties: { public_id: id('tok'), name } },
          { type: 'object', required: ['secret'], properties: { secret: { type: 'string', example: 'ldl_…' } } },
        ],
      },
      Problem: { type: 'object', properties: { code: { type: 'string' } } },
    },
  },
};

const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => {
    const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
    return signs[entity] ?? entity;
  });
const textOf = (markup: string) => decoded(markup.replace(/<[^>]*>/g, ''));
const articleOf = (page: string, operationId: string) =>
  page.match(new RegExp(`<article [^>]*id="${operationId}"[\\s\\S]*?</article>`))?.[0] ?? '';
const withoutOwnCode = (page: string) => page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '');
const rowOf = (markup: string, field: string) =>
  (markup.match(/<tr [\s\S]*?<\/tr>/g) ?? []).map(textOf).find((row) => row.startsWith(field)) ?? '';

const problems = problemCodes.map((code) => ({ code, ...catalogue[code] }));
const problemPage = renderProblemPage(
  { code: 'validation_failed', ...catalogue.validation_failed },
  problemDocument(
    new Problem('validation_failed', { errors: { phone: ['must be an Indian mobile number'] } }),
    'https://leads.example.in',
    'req-1',
  ),
);
const reference = renderReference(sample);
const everyPage = { reference, 'a problem': problemPage, 'all problems': renderProblemIndex(problems) };

describe('the reference', () => {
  const operations = Object.entries(sample.paths ?? {}).flatMap(([path, item]) =>
    (['get', 'post', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation, id: operation.operationId ?? '' }] : [];
    }),
  );

  it.each(operations)(
    'shows $id with its anchor, address, statuses and a curl call',
    ({ id, path, method, operation }) => {
      const article = articleOf(reference, id);
      const text = textOf(article);
      expect(reference).toContain(`<a href="#${id}"`);
      expect(text).toContain(operation.summary);
      expect(text).toContain(`${method.toUpperCase()} ${path}`);
      expect(text).toContain(operation['x-ability'] ? `Needs ${operation['x-ability']}` : 'No token needed');
      for (const status of Object.keys(operation.responses ?? {})) expect(article).toContain(`>${status}</span>`);
      expect(text).toMatch(/curl .*'https:\/\/leads\.example\.in\//);
    },
  );

  it('says of a parameter where it goes, what it takes and what is assumed', () => {
    expect(rowOf(articleOf(reference, 'listTeams'), 'page[size]')).toBe(
      'page[size]queryintegerHow many at a time.1 to 200 · default 50',
    );
    expect(rowOf(articleOf(reference, 'updateTeam'), 'public_id')).toContain('public_id requiredpathstring');
  });

  it('says of a property what it takes, through references, alternatives and lists', () => {
    const issue = articleOf(reference, 'issueToken');
    expect(rowOf(issue, 'name')).toBe('name requiredstringWhere it is used.1 to 100 characters');
    expect(rowOf(issue, 'abilities')).toBe(
      'abilities requiredarray of stringsat least 1 item · no item twice · each one of leads:read, leads:create, leads:move, *',
    );
    expect(rowOf(issue, 'expires_at')).toContain('string (date-time) or null');
    expect(rowOf(issue, 'limits.cidr')).toContain('string');
    expect(rowOf(issue, 'limits.per_minute')).toContain('more than 0 · multiple of 0.5');
    expect(textOf(issue)).toContain('Option 2: By rate');
    expect(rowOf(issue, 'data.secret'), 'from the second part of allOf').toContain('string');

    const create = articleOf(reference, 'createTeam');
    expect(rowOf(create, 'data.created_at')).toBe('data.created_atstring (date-time)read-only');
    expect(rowOf(create, 'data.parent')).toBe('data.parent optionalTeam or nullThe team above it.as described above');
    expect(rowOf(create, 'data.members[].role')).toContain('one of agent, manager');
  });

  it('shows one table for media types that share a schema', () => {
    const article = articleOf(reference, 'updateTeam');
    expect(textOf(article)).toContain('application/json or application/merge-patch+json');
    expect(article.match(/Properties of the body/g)).toHaveLength(1);
  });

  it('leads from each error, and from the list of all, to the page that explains it', () => {
    const conflict = '<a href="/api/problems/conflict"><code>conflict</code></a>';
    expect(articleOf(reference, 'createTeam')).toContain(`${conflict} <span>A team of that name exists.</span>`);
    for (const { code, title } of problems) {
      expect(reference).toContain(`<a href="/api/problems/${code}"><code>${code}</code></a> <span>${title}</span>`);
    }
    expect(reference).toContain('<a href="/api/v1/openapi.json">');
  });

  it('prefers the examples that the description gives, and leaves read-only fields out of a request', () => {
    expect(textOf(articleOf(reference, 'health'))).toContain('"status": "ok"');
    expect(textOf(articleOf(reference, 'issueToken'))).toContain('"secret": "ldl_…"');
    const schema: Schema = { ...ref('Team'), required: ['public_id'] };
    const body = { content: { 'application/json': { schema } } };
    const page = renderReference({ ...sample, paths: { '/x': { post: { operationId: 'x', requestBody: body } } } });
    expect(callIn(page, 'x').at(-1)).toBe('{"name":"example"}');
  });

  it('stays short of a description that names nothing but itself', () => {
    expect(renderReference({ openapi: '3.1.0', info: { title: 'Bare', version: '0' } })).toContain('Bare');
  });

  it('ends where schemas refer to themselves', () => {
    const schemas: Record<string, Schema> = {
      Node: { type: 'object', properties: { next: ref('Node'), all: { type: 'array', items: ref('Node') } } },
      Ping: { type: 'object', properties: { pong: { anyOf: [ref('Pong'), { type: 'null' }] } } },
      Pong: { type: 'object', properties: { ping: { oneOf: [ref('Ping'), ref('Node')] } } },
      Loop: { $ref: '#/components/schemas/Loop' },
      Sum: { allOf: [ref('Sum'), { type: 'object', additionalProperties: ref('Sum') }] },
      Lists: { type: 'array', items: ref('Lists') },
      Either: { anyOf: [ref('Either')] },
      Missing: ref('Nowhere'),
    };
    const paths = Object.fromEntries(
      Object.keys(schemas).map((key) => {
        const content = { 'application/json': { schema: ref(key) } };
        return [`/${key}`, { post: { operationId: key, requestBody: { content }, responses: { '200': { content } } } }];
      }),
    );
    const page = renderReference({ ...sample, paths, components: { schemas } });
    for (const key of Object.keys(schemas)) expect(articleOf(page, key)).toContain('curl');
    expect(page.length).toBeLessThan(100_000);
  });

  it('makes a link of safe addresses only', () => {
    const description = '[good](/docs) [mail](mailto:a@example.in) [bad](javascript:alert`1`) [worse](//evil.example)';
    const page = renderReference({ ...sample, info: { ...sample.info, description } });
    expect(page).toContain('<a href="/docs">good</a> <a href="mailto:a@example.in">mail</a> [bad](javascript:');
    expect(page).toContain('[worse](//evil.example)');
  });
});

/** What curl would get: the shell itself takes the call apart. */
function callIn(page: string, operationId: string): string[] {
  const code = articleOf(page, operationId).match(/Request<\/figcaption><pre><code>([\s\S]*?)<\/code>/)?.[1] ?? '';
  const { stdout, stderr } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${textOf(code)}`], {
    env: { LEADLINE_TOKEN: 'ldl_secret', LEADLINE_URL: 'http://127.0.0.1:8080' },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

describe('a curl example, pasted into a shell', () => {
  const token = ['-H', 'Authorization: Bearer ldl_secret'];
  const json = ['-H', 'Content-Type: application/json', '--data-raw'];

  it('sends the body as it is, apostrophes included', () => {
    const url = 'https://leads.example.in/api/v1/teams';
    expect(callIn(reference, 'createTeam')).toEqual([url, ...token, ...json, `{"name":"Mumbai 'North'"}`]);
  });

  it('fills the path, the required parameters and header fields, with brackets that curl does not expand', () => {
    expect(callIn(reference, 'revokeToken')).toEqual([
      ...['-i', '-X', 'DELETE'],
      'https://leads.example.in/api/v1/tokens/tok_01k8m4x2q7vhd3n5rty6w9bzce?as%5Bof%5D=2026-01-15',
      ...token,
      ...['-H', 'If-Match: "v1"'],
    ]);
  });

  it('sends every required field, in a form its schema takes', () => {
    const body = JSON.parse(callIn(reference, 'issueToken').at(-1) ?? '');
    expect(body).toEqual({
      name: 'Website form',
      membership: expect.stringMatching(/^mem_[0-9a-hjkmnp-tv-z]{26}$/),
      abilities: ['leads:read'],
    });
  });

  it('sends no token where none is needed, and takes the address from a variable where the description has none', () => {
    expect(callIn(reference, 'health')).toEqual(['https://leads.example.in/healthz']);
    expect(callIn(renderReference({ ...sample, servers: [{ url: '/' }] }), 'health')).toEqual([
      'http://127.0.0.1:8080/healthz',
    ]);
  });
});

describe('the problem pages', () => {
  it('say what happened, what to do, and show the document', () => {
    const text = textOf(withoutOwnCode(problemPage));
    expect(text).toContain('What it means\nThe request was understood, but its values are not valid.');
    expect(text).toContain('What to do\nCorrect all fields named in errors');
    expect(text).toContain(
      'HTTP/1.1 422 Unprocessable Entity\nContent-Type: application/problem+json\n\n{\n  "type": "',
    );
    expect(text).toContain('"request_id": "req-1"');
  });

  it('list every code of the catalogue', () => {
    for (const { code } of problems) expect(everyPage['all problems']).toContain(`href="/api/problems/${code}"`);
  });
});

describe.each(Object.entries(everyPage))('%s', (_, page) => {
  it('asks nothing of any other host', () => {
    const addresses = page.match(/https?:\/\/[^\s"'<&/]+/g) ?? [];
    expect(addresses.filter((address) => address !== 'https://leads.example.in')).toEqual([]);
    expect(page).not.toMatch(/\ssrc=|@import|url\(/);
  });

  it('fits its content security policy: one style and one script, known by their hashes', () => {
    for (const kind of ['style', 'script']) {
      const [text, ...others] = [...page.matchAll(new RegExp(`<${kind}>([\\s\\S]*?)</${kind}>`, 'g'))].map(
        (found) => found[1],
      );
      expect(others).toEqual([]);
      const hash = createHash('sha256')
        .update(text ?? '')
        .digest('base64');
      expect(contentSecurityPolicy).toContain(`${kind}-src 'sha256-${hash}'`);
    }
    expect(contentSecurityPolicy).toMatch(/^default-src 'none'; /);
    expect(contentSecurityPolicy).not.toContain('unsafe');
    expect(withoutOwnCode(page)).not.toMatch(/<[^>]*\s(?:style|on\w+)=/);
  });

  it('can be found one’s way in: language, landmarks, headings in order, targets for its links', () => {
    const body = withoutOwnCode(page);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(body.match(/<main |<header |<h1/g)).toHaveLength(3);
    const levels = [...body.matchAll(/<h([1-6])/g)].map((found) => Number(found[1]));
    for (const [at, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1);
    const ids = [...body.matchAll(/\sid="([^"]*)"/g)].map((found) => found[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of body.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(decodeURIComponent(target ?? ''));
  });
});

describe('whatever text a description holds', () => {
  const HOSTILE = `<script>alert("1")</script>'"&`;
  const HARMLESS = HOSTILE.replace(/[<>"'&]/g, 'x');
  /** The same value with a suffix on each of its strings, and on each key that is a name of the description's own. */
  function suffixed(value: unknown, suffix: string, keep: readonly string[] = [], parent = '', named = false): unknown {
    if (typeof value === 'string') {
      if (parent === '$ref') return value + suffix.replaceAll('/', '~1');
      return keep.includes(parent) ? value : value + suffix;
    }
    if (Array.isArray(value)) return value.map((item) => suffixed(item, suffix, keep, parent));
    if (typeof value !== 'object' || value === null) return value;
    const names = ['paths', 'schemas', 'properties', 'content', 'headers', 'securitySchemes', 'responses'];
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        named ? key + suffix : key,
        suffixed(inner, suffix, keep, named ? '' : key, !named && names.includes(key)),
      ]),
    );
  }
  /** The tags alone, values of attributes left out: what a browser would build. */
  const skeleton = (page: string) =>
    (withoutOwnCode(page).match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""')).join('\n');
  const pagesWith = (suffix: string) => {
    const entries = suffixed(problems, suffix) as typeof problems;
    const [entry = { code: '', status: 0, title: '', detail: '', meaning: '', remedy: '' }] = entries;
    return [
      renderReference(suffixed(sample, suffix) as OpenApiDocument),
      // With types and places left whole, the text gets further: into nested tables, made-up examples, curl calls.
      renderReference(suffixed(sample, suffix, ['type', 'in']) as OpenApiDocument),
      renderProblemPage(entry, { type: suffix, errors: { [suffix]: [suffix] } }),
      renderProblemIndex(entries),
    ];
  };

  it('never becomes markup: hostile text gives the same elements as harmless text', () => {
    const hostile = pagesWith(HOSTILE);
    expect(hostile.map(skeleton)).toEqual(pagesWith(HARMLESS).map(skeleton));
    for (const page of hostile) {
      expect(page).toContain('&lt;script&gt;');
      expect(withoutOwnCode(page)).not.toContain('<script');
      expect(page.match(/<script/g)).toHaveLength(1);
    }
  });
});
