import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, renderProblemIndex, renderProblemPage } from '../../src/http/pages/problem.ts';
import { catalogue, Problem, problemCodes, problemDocument } from '../../src/problems.ts';

const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => {
    const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
    return signs[entity] ?? entity;
  });
const withoutStyle = (page: string) => page.replace(/<style>[\s\S]*?<\/style>/g, '');
const textOf = (markup: string) => decoded(markup.replace(/<[^>]*>/g, ''));

const problems = problemCodes.map((code) => ({ code, ...catalogue[code] }));
const problemPage = renderProblemPage(
  { code: 'validation_failed', ...catalogue.validation_failed },
  problemDocument(
    new Problem('validation_failed', { errors: { phone: ['must be an Indian mobile number'] } }),
    'https://leads.example.in',
    'req-1',
  ),
);
const everyPage = { 'a problem': problemPage, 'all problems': renderProblemIndex(problems) };

describe('the problem pages', () => {
  it('say what happened, what to do, and show the document', () => {
    const text = textOf(withoutStyle(problemPage));
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

  it('show the one markup of the catalogue, and make no link of anything', () => {
    const meaning = '`a` **b** [c](/d) [e](javascript:f) [g](//h)';
    const page = renderProblemPage({ code: 'x', status: 400, title: 'X', remedy: '', meaning }, {});
    expect(page).toContain('<p><code>a</code> **b** [c](/d) [e](javascript:f) [g](//h)</p>');
    for (const { meaning, remedy } of problems) expect(meaning + remedy).not.toMatch(/\*\*|\]\(/);
  });
});

describe.each(Object.entries(everyPage))('%s', (_, page) => {
  it('asks nothing of any other host', () => {
    const addresses = page.match(/https?:\/\/[^\s"'<&/]+/g) ?? [];
    expect(addresses.filter((address) => address !== 'https://leads.example.in')).toEqual([]);
    expect(page).not.toMatch(/\ssrc=|@import|url\(/);
  });

  it('fits its content security policy: one style known by its hash, and no script', () => {
    const [style, ...others] = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((found) => found[1]);
    expect(others).toEqual([]);
    const hash = createHash('sha256')
      .update(style ?? '')
      .digest('base64');
    expect(contentSecurityPolicy).toContain(`style-src 'sha256-${hash}'`);
    expect(contentSecurityPolicy).toMatch(/^default-src 'none'; /);
    expect(contentSecurityPolicy).not.toMatch(/unsafe|script-src/);
    expect(page).not.toContain('<script');
    expect(withoutStyle(page)).not.toMatch(/<[^>]*\s(?:style|on\w+)=/);
  });

  it('can be found one’s way in: language, landmarks, headings in order, targets for its links', () => {
    const body = withoutStyle(page);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(body.match(/<main>|<header>|<h1>/g)).toHaveLength(3);
    const levels = [...body.matchAll(/<h([1-6])/g)].map((found) => Number(found[1]));
    for (const [at, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1);
    const ids = [...body.matchAll(/\sid="([^"]*)"/g)].map((found) => found[1]);
    for (const [, target] of body.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
  });
});

describe('whatever text a problem holds', () => {
  const HOSTILE = `<script>alert("1")</script>'"&`;
  /** The tags alone, values of attributes left out: what a browser would build. */
  const skeleton = (page: string) =>
    (withoutStyle(page).match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""')).join('\n');
  const pagesWith = (text: string) => {
    const entry = { code: text, status: 400, title: text, detail: text, meaning: text, remedy: text };
    return [renderProblemPage(entry, { type: text, errors: { [text]: [text] } }), renderProblemIndex([entry])];
  };

  it('never becomes markup: hostile text gives the same elements as harmless text', () => {
    const hostile = pagesWith(HOSTILE);
    expect(hostile.map(skeleton)).toEqual(pagesWith(HOSTILE.replace(/[<>"'&]/g, 'x')).map(skeleton));
    for (const page of hostile) {
      expect(page).toContain('&lt;script&gt;');
      expect(page).not.toContain('<script');
    }
  });
});
