// The cost and the fairness of distribution: creates under a round-robin rule against creates with a fixed owner, in one
// run; then the assignments from 64 connections to two processes. Exit code 1 if a limit is exceeded.  node
// bench/routing.mjs [--rounds 7] [--creates 2000]
import { parseArgs } from 'node:util';
import { openBenchServer } from './fixture.mjs';
import { createOrganization, median, rate, startService, urlOf } from './service.mjs';

const LEAST_RATIO = 0.9;
const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, creates: { type: 'string', default: '2000' } },
});
const server = await openBenchServer();
const databaseUrl = urlOf(server.target);
const services = [await startService(databaseUrl), await startService(databaseUrl)];
const [one] = services;
const faults = [];
const say = (line) => process.stdout.write(`${line}\n`);
let phone = 6_000_000_000;

async function made(token, path, body) {
  const answer = await one.call(token, 'POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body).data;
}

/** An organization with agents of these weights and one rule. */
async function prepare(name, strategy, weights) {
  const token = await createOrganization(databaseUrl, name);
  const agents = [];
  for (const [n, weight] of weights.entries()) {
    agents.push(await made(token, '/memberships', { name: `Agent ${n}`, role: 'agent', weight }));
  }
  const memberships = agents.map((agent) => agent.public_id);
  const rule = await made(token, '/distribution-rules', { name, strategy, pool: { memberships } });
  return { token, agents, rule };
}

async function create(service, token) {
  const body = { phone: `+91${phone++}`, first_name: 'Asha', last_name: 'Rao' };
  const answer = await service.call(token, 'POST', '/leads', body);
  if (answer.status !== 201) throw new Error(`create: ${answer.status} ${answer.body}`);
}

async function compare(connections) {
  const fixed = await prepare(`Fixed ${connections}`, 'fixed', [1]);
  const turns = await prepare(`Round robin ${connections}`, 'round_robin', [1, 1, 1, 1]);
  const creates = Number(flags.creates);
  const measure = ({ token }) => rate(creates, connections, () => create(one, token));
  await measure(fixed);
  await measure(turns);
  const rounds = { fixed: [], turns: [] };
  for (let round = 0; round < Number(flags.rounds); round++) {
    for (const which of round % 2 === 0 ? ['fixed', 'turns'] : ['turns', 'fixed']) {
      rounds[which].push(await measure(which === 'fixed' ? fixed : turns));
    }
  }
  const ratios = rounds.turns.map((value, n) => value / rounds.fixed[n]);
  const ratio = median(ratios);
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  say(
    `${connections} connections: fixed owner ${Math.round(median(rounds.fixed))}/s, round robin ${Math.round(median(rounds.turns))}/s, ratio ${ratio.toFixed(3)} (${spread})`,
  );
  if (ratio < LEAST_RATIO) faults.push(`ratio at ${connections} connections below ${LEAST_RATIO}`);
}

/** The owners of the assigned leads, in order. */
async function sequenceOf(rule) {
  const { rows } = await server.client.query(
    `select memberships.public_id as member from assignments
       join distribution_rules as rules on rules.organization_id = assignments.organization_id and rules.id = rule_id
       join memberships on memberships.organization_id = assignments.organization_id and memberships.id = assignments.owner_id
      where rules.public_id = $1 order by assignments.lead_id`,
    [rule.public_id],
  );
  return rows.map(({ member }) => member);
}

/** The largest difference of a member from its exact share, in leads, after any number of assignments. */
function worstDeviation(sequence, agents) {
  const sum = agents.reduce((total, { weight }) => total + weight, 0);
  const counts = new Map(agents.map(({ public_id }) => [public_id, 0]));
  let worst = 0;
  for (const [n, member] of sequence.entries()) {
    counts.set(member, counts.get(member) + 1);
    for (const { public_id, weight } of agents) {
      worst = Math.max(worst, Math.abs(counts.get(public_id) - ((n + 1) * weight) / sum));
    }
  }
  return worst;
}

const overBoth = (count, token) => rate(count, 64, (_, connection) => create(services[connection % 2], token));
const tally = (sequence, agents) => agents.map(({ public_id }) => sequence.filter((id) => id === public_id).length);

async function checkFairness() {
  const four = await prepare('Four agents', 'round_robin', [1, 1, 1, 1]);
  await overBoth(4_000, four.token);
  const even = tally(await sequenceOf(four.rule), four.agents);
  say(`4,000 creates, two processes, four agents: ${even.join(', ')}`);
  if (even.some((count) => count !== 1_000)) faults.push('four agents did not get the same');

  const weighted = await prepare('Weights', 'weighted', [1, 2, 5]);
  await overBoth(4_000, weighted.token);
  const sequence = await sequenceOf(weighted.rule);
  const worst = worstDeviation(sequence, weighted.agents);
  say(`weights 1:2:5: ${tally(sequence, weighted.agents).join(', ')}; at worst ${worst.toFixed(3)} turns off`);
  if (worst > 1) faults.push('weights were off by more than a turn');

  const paused = await prepare('One paused', 'round_robin', [1, 1, 1, 1]);
  await overBoth(1_000, paused.token);
  await one.call(paused.token, 'PATCH', `/memberships/${paused.agents[0].public_id}`, { accepting_leads: false });
  await overBoth(1_000, paused.token);
  const uneven = tally(await sequenceOf(paused.rule), paused.agents);
  say(`one of four paused half-way: ${uneven.join(', ')}`);
  if (Math.max(...uneven.slice(1)) - Math.min(...uneven.slice(1)) > 1)
    faults.push('the others were more than one apart');
}

try {
  await compare(16);
  await compare(64);
  await checkFairness();
} finally {
  for (const service of services) await service.stop();
  await server.close();
}
for (const fault of faults) say(`BROKEN: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
