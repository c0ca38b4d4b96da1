import { expect, it } from 'vitest';
import { openDatabase } from '../../src/db/connect.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { defaultModel } from '../../src/scoring/model.ts';
import { type Signals, withActivities } from '../../src/scoring/signals.ts';
import { createTestDatabase } from '../support/databases.ts';

const REENQUIRIES = 10;

it('a lead that enquired again before the upgrade is counted on from there', async () => {
  const own = await createTestDatabase({ empty: true });
  const released = await readMigrations();
  await migrate(
    own.target,
    released.filter(({ version }) => version < REENQUIRIES),
  );
  const database = openDatabase(own.target);
  try {
    const at = new Date('2026-10-01T10:00:00.123Z');
    await database.rows(`insert into organizations (id, public_id, name) values (1, 'org_1', 'Shop')`);
    const insert = `insert into leads (organization_id, public_id, phone, status_id, status_since, score, last_activity_at,
                                       created_at, updated_at, rendered, rendered_shape, signals, last_reenquiry_at)
                    values (1, $1, $2, 1, $3, 40, $3, $3, $3, '', 3, $4, $5)`;
    const recounted = at.getTime() + 40 * 60_000; // by a change of the model
    const signals = { call: [1, recounted], reenquiry: [1.5, recounted] };
    const now = at.toISOString();
    await database.rows(insert, ['lead_1', '+919876543210', now, JSON.stringify(signals), now]);
    await database.rows(insert, ['lead_2', '+919876543211', now, JSON.stringify({ call: [1, recounted] }), null]);
    await migrate(own.target);
    const rows = await database.rows<{ signals: Signals }>('select signals from leads order by public_id');
    expect(rows.map((row) => row.signals)).toEqual([
      { call: [1, recounted], reenquiry: [1.5, recounted, at.getTime()] },
      { call: [1, recounted] },
    ]);
    const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
    const add = (when: Date) =>
      withActivities(defaultModel, rows[0]?.signals ?? null, [{ kind: 'reenquiry', at: when }], when);
    expect(add(later(59))?.reenquiry).toEqual([1.5, recounted, at.getTime()]);
    expect(add(later(60))?.reenquiry?.[2]).toBe(later(60).getTime());
  } finally {
    await database.close();
    await own.drop();
  }
});
