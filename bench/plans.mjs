// The cost of reading and writing leads, in buffers, rows and bytes of WAL. Exit code 1 if a limit is exceeded.
//  node bench/plans.mjs [--leads 1000000] [--only pages|finds|writes] [--without index,index]
//  node bench/plans.mjs --url postgres://…   pages only, on a database that has the fixture already
import { parseArgs } from 'node:util';
import { connectOnce } from '../dist/db/connect.js';
import { LOADING_MS, loadFixture, openBenchServer } from './fixture.mjs';
import { measureFinds } from './plans-find.mjs';
import { measurePages } from './plans-pages.mjs';
import { measureWrites } from './plans-writes.mjs';

const { values: flags } = parseArgs({
  options: {
    leads: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    url: { type: 'string' },
    without: { type: 'string' },
  },
});
const say = (line) => process.stdout.write(`${line}\n`);

async function attach(url) {
  const client = await connectOnce({ url }, LOADING_MS);
  const { rows } = await client.query(`select id from organizations where name = 'Bench'`);
  return { client, organizationId: rows[0].id, close: () => client.end() };
}

async function load(leads) {
  // Nothing else may write while it is counted.
  const server = await openBenchServer({ fsync: 'off', synchronous_commit: 'off', autovacuum: 'off' });
  const startedAt = Date.now();
  process.stderr.write(`loading ${leads} leads … `);
  const organizationId = await loadFixture(server.client, leads).catch(async (error) => {
    await server.close();
    throw error;
  });
  process.stderr.write(`${Math.round((Date.now() - startedAt) / 1_000)} s\n`);
  if (flags.without !== undefined) await server.client.query(`drop index ${flags.without}`);
  return { client: server.client, organizationId, close: () => server.close() };
}

const { client, organizationId, close } =
  flags.url === undefined ? await load(Number(flags.leads)) : await attach(flags.url);
try {
  let broken = 0;
  const isAsked = (part) => flags.only === undefined || flags.only === part;
  if (isAsked('pages')) broken += await measurePages(client, organizationId, say);
  if (isAsked('finds')) broken += await measureFinds(client, organizationId, say);
  // This changes server settings, so it runs only on our own server.
  if (isAsked('writes') && flags.url === undefined) broken += await measureWrites(client, organizationId, say);
  process.exitCode = broken > 0 ? 1 : 0;
} finally {
  await close();
}
