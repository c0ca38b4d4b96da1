import { beforeAll, expect, it } from 'vitest';
import { countsOf, JobDesk } from '../support/job-desk.ts';
import { faultsOf } from '../support/leads.ts';
import { insertManyLeads } from '../support/many-leads.ts';
import { useLeadDesk } from '../support/opened.ts';

const desk = useLeadDesk({ isPatient: true });
let jobs: JobDesk;

beforeAll(async () => {
  jobs = new JobDesk(desk);
  await desk.add('sources', { name: 'Website' });
  await insertManyLeads(desk.app.services.database, desk.cast.organizationId, 100_001);
}, 300_000);

it('a filter that matches more than 100,000 leads is refused, and leaves nothing behind', async () => {
  const refused = await jobs.ask({ filter: {}, change: { note: 'x' } });
  expect(faultsOf(refused)).toEqual(['filter']);
  expect(refused.body.errors.filter[0]).toContain('100,000');
  expect(await desk.rows('select from jobs')).toEqual([]);
  expect(await desk.rows('select from job_leads')).toEqual([]);
});

it('a job of thousands of leads comes to each of them once', async () => {
  const filter = { owner: `${desk.cast.ravi.membership}`, status: desk.status('Qualified') };
  const expected = await desk.rows<{ n: number }>(
    `select count(*)::integer as n from leads
      where owner_id = (select id from memberships where public_id = $1) and status_id = (select id from statuses where public_id = $2)`,
    [desk.cast.ravi.membership, desk.status('Qualified')],
  );
  expect(expected[0]?.n).toBeGreaterThan(2_000);
  const done = await jobs.change({ filter, change: { owner: desk.cast.asha.membership } });
  expect(countsOf(done)).toEqual({
    total: expected[0]?.n,
    processed: expected[0]?.n,
    changed: expected[0]?.n,
    unchanged: 0,
    failed: 0,
  });
  const [{ n }] = await desk.rows(
    `select count(distinct lead_id)::integer as n from audit_entries where action = 'lead.updated' and request_id is not null`,
  );
  expect(n).toBe(expected[0]?.n);
}, 120_000);
