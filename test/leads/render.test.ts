import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { assemblePage } from '../../src/leads/render.ts';
import { defaultModel } from '../../src/settings/scoring-model.ts';
import type { Settings } from '../../src/settings/snapshot.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** With so many members, whose ids have many digits. */
function settingsWith(members: number): Settings {
  const named = (id: string) => ({ id, public_id: `x_${id}`, name: `Name ${id}`, kind: 'open' });
  const byId = (ids: string[]) => ({ byId: new Map(ids.map((id) => [id, named(id)])) });
  return {
    organization: { currency: 'INR' },
    sources: byId(['100001']),
    statuses: byId(['100002']),
    memberships: byId(Array.from({ length: members }, (_, n) => String(200_000 + n))),
    scoring: defaultModel,
  } as unknown as Settings;
}

describe('a page of leads', () => {
  it('is not kept in memory for the names on it', () => {
    const pages = 500;
    const settings = settingsWith(pages);
    const assemble = (page: number) => {
      const text = `50\n"a":1\n100001 100002 ${200_000 + page}\n"b":"${'x'.repeat(100_000)}${page}"`;
      return assemblePage(settings, text.split('\n'), 50).length;
    };
    assemble(0);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let page = 1; page < pages; page++) expect(assemble(page)).toBeGreaterThan(100_000);
    collectGarbage();
    // All pages together have 50 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  });
});
