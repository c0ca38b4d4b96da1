// Contestants do the same work alternately, so that other load on the machine affects all of them.
import { fork } from 'node:child_process';
import { median } from './service.mjs';
import { calmest, isCalm, watchStolen } from './stolen.mjs';
import { seeded } from './work.mjs';

/** The load generator, as a separate process. */
export function startLoad() {
  const child = fork(new URL('load.mjs', import.meta.url));
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        child.once('message', ({ result, error }) =>
          error === undefined ? resolve(result) : reject(new Error(error)),
        );
        child.send(job);
      }),
    stop: () => child.kill(),
  };
}

/** A bare server: see floor.mjs. */
export async function startFloor(databaseUrl, organizationId, variant) {
  const child = fork(new URL('floor.mjs', import.meta.url), [databaseUrl, organizationId, variant]);
  const port = await new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)));
  });
  return { port, stop: () => child.kill() };
}

const order = seeded(7);

/**
 * Runs `rounds` rounds after a warm-up that compiles code and fills caches. Each round runs every contestant once, in
 * random order. `jobOf(name)` is the job of the load generator. A round in which other guests took CPU time is repeated
 * while there is time to `spare`, up to twice as many rounds in all. Returns the results of every contestant by round.
 */
export async function compete(load, names, { rounds, ms, warmUpMs = ms, spare }, jobOf) {
  await runRound(load, names, warmUpMs, ms / 4, jobOf);
  const played = [];
  while (played.length < rounds || isWorthAnother(played, rounds, spare)) {
    const startedAt = performance.now();
    played.push(await runRound(load, names, ms, ms / 4, jobOf));
    if (played.length > rounds) spare.ms -= performance.now() - startedAt;
  }
  spare.again += played.length - rounds;
  const counted = calmest(played, rounds);
  spare.worst = Math.max(spare.worst, ...counted.map(({ stolen }) => stolen));
  return Object.fromEntries(names.map((name) => [name, counted.map(({ results }) => results[name])]));
}

/** Time for repeated rounds, their number, and the highest share of CPU time taken in a round that counts. */
export const spareTime = (ms) => ({ ms, again: 0, worst: 0 });

const isWorthAnother = (played, rounds, spare) =>
  spare.ms > 0 && played.length < 2 * rounds && played.filter(isCalm).length < rounds;

/** Runs every contestant once. The round is as disturbed as its most disturbed run. */
async function runRound(load, names, ms, warmMs, jobOf) {
  const drawn = names.map((name) => [order(), name]).sort(([one], [other]) => one - other);
  const results = {};
  let stolen = 0;
  for (const [, name] of drawn) {
    const share = watchStolen();
    results[name] = await load.run({ ms, warmMs, ...jobOf(name) });
    stolen = Math.max(stolen, share());
  }
  return { results, stolen };
}

/** The median of the ratios by round, with the lowest and the highest. */
export function ratioOf(found, one, other, of = ({ perSecond }) => perSecond) {
  return spreadOf(found[one].map((result, n) => of(result) / of(found[other][n])));
}

export const spreadOf = (ratios) => ({ ratio: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) });

export const middle = (results, of) => median(results.map(of));

export const inWords = ({ ratio, least, most }) => `${ratio.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
