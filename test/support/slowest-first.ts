import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isSoak } from './runs.ts';
import { soakFiles } from './soak-files.ts';

/** The files that take longest on two cores, in the order of their time. Others take less than 20 seconds. */
const SLOW = [
  'test/console/leads.test.ts',
  'test/console/lead.test.ts',
  'test/console/reports.test.ts',
  'test/console/import.test.ts',
  'test/console/board.test.ts',
  'test/process/webhook-kill.test.ts',
  'test/whole-api/bodies.test.ts',
  'test/leads/fuzz.test.ts',
  'test/console/admins-day.test.ts',
  'test/process/processes.test.ts',
  'test/console/my-leads.test.ts',
  'test/process/job-kill.test.ts',
  'test/leads/paging.test.ts',
  'test/forms/browser.test.ts',
  'test/console/people.test.ts',
  'test/console/working-day.test.ts',
  'test/cli/backup.test.ts',
  'test/console/sign-in.test.ts',
  'test/cli/organization.test.ts',
  'test/backup/backup.test.ts',
  'test/whole-api/hostile-texts.test.ts',
  'test/process/tracing.test.ts',
  'test/console/distribution.test.ts',
  'test/console/fields.test.ts',
  'test/console/forms.test.ts',
  'test/settings/collections.test.ts',
  'test/console/pipeline.test.ts',
  'test/console/scoring.test.ts',
  'test/console/tokens.test.ts',
  'test/whole-api/expensive-refusals.test.ts',
  'test/console/new-lead.test.ts',
  'test/reports/replica.test.ts',
  'test/console/webhooks.test.ts',
  'test/console/settings.test.ts',
  'test/console/live.test.ts',
  'test/distribution/fairness.test.ts',
  'test/console/audit.test.ts',
  'test/console/leads-many.test.ts',
  'test/db/frozen.test.ts',
  'test/whole-api/authentication.test.ts',
  'test/jobs/many.test.ts',
  'test/db/migrate.test.ts',
];

/**
 * Starts the slowest files first, so that a run does not end with one long file on one core. A fixed list, because a fresh
 * checkout has no recorded times, and without them Vitest goes by the size of files, which says little.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const soaks = new Set(isSoak ? soakFiles() : []);
    const ranked = files.map((file) => {
      const name = relative(this.ctx.config.root, file.moduleId);
      const place = SLOW.indexOf(name);
      return { file, name, rank: soaks.has(name) ? -1 : place === -1 ? SLOW.length : place };
    });
    ranked.sort((one, other) => one.rank - other.rank || (one.name < other.name ? -1 : 1));
    return ranked.map(({ file }) => file);
  }
}
