// The cost of reports: a 30-day cohort with 1,000,000 leads against the same cohort with 100,000 (buffers), the funnel of
// all leads against one plain read of the transitions (time, same run), and creates during reports in a loop against
// creates alone (throughput, same run). Exit code 1 if a limit is exceeded.  node bench/reports.mjs [--leads 1000000]
// [--creates-only]
import { parseArgs } from 'node:util';
import { Values } from '../dist/db/values.js';
import { countGroups } from '../dist/reports/conversion/queries.js';
import { countGiven } from '../dist/reports/distribution/queries.js';
import { figureCondition } from '../dist/reports/drill-down/figures.js';
import { listFigureLeads } from '../dist/reports/drill-down/queries.js';
import { countStages } from '../dist/reports/funnel/queries.js';
import { countCycles, countVisits } from '../dist/reports/velocity/queries.js';
import { loadSettings } from '../dist/settings/snapshot.js';
import { loadFixture, openBenchServer } from './fixture.mjs';
import { createOrganization, median, rate, startService, urlOf } from './service.mjs';

const MOST_BUFFER_RATIO = 1.3;
const MOST_FUNNEL_RATIO = 2;
const LEAST_CREATE_RATIO = 0.8;

const { values: flags } = parseArgs({
  options: { leads: { type: 'string', default: '1000000' }, 'creates-only': { type: 'boolean', default: false } },
});
/** The number of leads in 30 days, the same in both sizes: 40,000 for a million. */
const RECENT = Math.floor(Number(flags.leads) / 25);
const faults = [];
const say = (line) => process.stdout.write(`${line}\n`);
const admin = (organizationId) => ({ organizationId, membershipId: '1', role: 'admin', teamId: null });
const month = () => ({ from: new Date(Date.now() - 29.5 * 86_400_000), before: null, asOf: new Date(), isNow: true });
const everything = () => ({ from: null, before: null, asOf: new Date(), isNow: true });
const unfiltered = { sourceIds: null, ownerIds: null, teamIds: null };

/** Runs a report's own statement under EXPLAIN and returns the buffers that it touched. */
async function buffersOf(client, run) {
  let buffers = 0;
  const rows = async (text, values) => {
    const answer = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
    const { Plan } = answer.rows[0]['QUERY PLAN'][0];
    buffers += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    return [{}];
  };
  await run({ rows, row: async (text, values) => (await rows(text, values))[0] });
  return buffers;
}

const won = ['7'];
const lost = ['8'];
const zone = { groupBy: 'source', timeZone: 'Asia/Kolkata' };
/** The statuses of the fixture except the lost one, which is the last. */
const stages = Array.from({ length: 7 }, (_, n) => ({ id: String(n + 1), number: n }));
const funnel = (sql, actor, cohort) => countStages(sql, actor, cohort, stages, won, lost);
const reports = {
  funnel,
  'funnel as of a moment': (sql, actor, cohort) => funnel(sql, actor, { ...cohort, isNow: false }),
  distribution: (sql, actor, cohort) => countGiven(sql, actor, cohort, 20_001),
  visits: (sql, actor, cohort) => countVisits(sql, actor, cohort),
  cycles: (sql, actor, cohort) => countCycles(sql, actor, cohort, won, lost),
  conversion: (sql, actor, cohort) => countGroups(sql, actor, cohort, zone, won, lost),
  'leads behind a figure': (sql, actor, cohort, settings) => {
    const values = new Values();
    const condition = figureCondition(settings, { figure: 'open', stage: stageOf(settings) }, values);
    const page = { size: 50, limit: 51, after: null };
    return listFigureLeads(sql, actor, cohort, condition, values, { page, now: new Date() });
  },
};
const stageOf = ({ statuses }) => [...statuses.byId.values()][3].public_id;

async function measureBuffers(leads) {
  const server = await openBenchServer({ fsync: 'off', synchronous_commit: 'off' });
  process.stderr.write(`loading ${leads} leads …\n`);
  const organizationId = await loadFixture(server.client, leads, { recent: RECENT, trail: false });
  await server.client.query('set jit = off');
  const run = { rows: async (text, values) => (await server.client.query(text, values)).rows };
  const settings = await loadSettings({ row: async (...query) => (await run.rows(...query))[0] }, organizationId);
  const found = {};
  for (const [name, report] of Object.entries(reports)) {
    found[name] = await buffersOf(server.client, (sql) =>
      report(sql, admin(organizationId), { ...month(), ...unfiltered }, settings),
    );
  }
  return { server, organizationId, run, found };
}

async function compareWithPlainRead({ run, organizationId }) {
  const plain = [];
  const counted = [];
  const timed = async (list, work) => {
    const startedAt = performance.now();
    await work();
    list.push(performance.now() - startedAt);
  };
  for (let round = 0; round < 6; round++) {
    await timed(plain, () => run.rows('select count(*), sum(to_status_id), max(occurred_at) from transitions', []));
    await timed(counted, () => funnel(run, admin(organizationId), { ...everything(), ...unfiltered }));
  }
  const ratios = counted.slice(1).map((time, n) => time / plain[n + 1]); // the first round is the warm-up
  const ratio = median(ratios);
  say(
    `funnel of everything: ${Math.round(median(counted))} ms, plain read of the transitions ${Math.round(median(plain))} ms, ratio ${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
  if (ratio > MOST_FUNNEL_RATIO) faults.push(`the funnel takes more than ${MOST_FUNNEL_RATIO} plain reads`);
}

/** Creates with and without a client that requests reports in a loop, alternately. */
async function compareCreates() {
  const server = await openBenchServer();
  const databaseUrl = urlOf(server.target);
  const service = await startService(databaseUrl);
  const token = await createOrganization(databaseUrl, 'Busy');
  for (const name of ['Ravi Iyer', 'Asha Rao'])
    await service.call(token, 'POST', '/memberships', { name, role: 'agent' });
  let phone = 6_000_000_000;
  const create = async () => {
    const { status } = await service.call(token, 'POST', '/leads', { phone: `+91${phone++}`, first_name: 'Asha' });
    if (status !== 201) throw new Error(`create: ${status}`);
  };
  await rate(5_000, 16, create);
  const measure = () => rate(4_000, 16, create);
  let asked = 0;
  const measureBeside = async () => {
    let running = true;
    const asking = (async () => {
      while (running) {
        for (const report of ['funnel', 'velocity', 'conversion']) {
          const { status } = await service.call(token, 'GET', `/reports/${report}`);
          if (status !== 200) throw new Error(`${report}: ${status}`);
          asked++;
        }
      }
    })();
    const measured = await measure();
    running = false;
    await asking;
    return measured;
  };
  const rounds = { alone: [], beside: [] };
  for (let round = 0; round < 14; round++) {
    // The disk has slow and fast minutes, so the order alternates.
    for (const which of round % 2 === 0 ? ['alone', 'beside'] : ['beside', 'alone']) {
      rounds[which].push(await (which === 'alone' ? measure() : measureBeside()));
    }
  }
  await service.stop();
  await server.close();
  const ratios = rounds.beside.map((value, n) => value / rounds.alone[n]);
  const ratio = median(ratios);
  say(
    `creates: ${Math.round(median(rounds.alone))}/s alone, ${Math.round(median(rounds.beside))}/s beside reports in a loop (${asked} reports), ratio ${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
  if (ratio < LEAST_CREATE_RATIO) faults.push(`creates keep less than ${LEAST_CREATE_RATIO} of their throughput`);
}

async function compareSizes(leads) {
  const small = await measureBuffers(leads / 10);
  await small.server.close();
  const large = await measureBuffers(leads);
  for (const name of Object.keys(reports)) {
    const ratio = large.found[name] / small.found[name];
    say(
      `${name}, ${RECENT} leads of 30 days: ${small.found[name]} buffers among ${leads / 10} leads, ${large.found[name]} among ${leads}, ratio ${ratio.toFixed(2)}`,
    );
    if (ratio > MOST_BUFFER_RATIO) faults.push(`${name}: ratio above ${MOST_BUFFER_RATIO}`);
  }
  await compareWithPlainRead(large);
  await large.server.close();
}

if (!flags['creates-only']) await compareSizes(Number(flags.leads));
await compareCreates();
for (const fault of faults) say(`BROKEN: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
