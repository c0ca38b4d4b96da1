// A load generator that uses little CPU of the machine it shares: plain sockets that stay open, requests prepared as text,
// and only status and length of a response parsed. It is a separate process (see `startLoad`), so that it and the runner do
// not wait for each other.
import { connect } from 'node:net';
import { requestsOf } from './work.mjs';

const MOST_SAMPLES = 2_000_000;
const ANSWER_MS = 30_000;

process.on('message', async (job) => {
  try {
    process.send({ result: await run(job) });
  } catch (error) {
    process.send({ error: error.message });
  }
});

/** Sends for so many milliseconds from so many connections. Responses in the first `warmMs` do not count. */
async function run({ port, connections, ms, warmMs, work }) {
  const next = requestsOf(work);
  const samples = new Float64Array(MOST_SAMPLES);
  const startedAt = performance.now();
  const countFrom = startedAt + warmMs;
  const end = countFrom + ms;
  let early = 0;
  let count = 0;
  let bytes = 0;
  let lastAt = countFrom;
  const note = (sentAt, length) => {
    const now = performance.now();
    if (now < countFrom) early++;
    if (now < countFrom || now > end) return;
    samples[count++ % MOST_SAMPLES] = now - sentAt;
    bytes += length;
    lastAt = now;
  };
  await Promise.all(
    Array.from({ length: connections }, () => converse({ port, next, end, note, expected: work.expected })),
  );
  if (count === 0) throw new Error('nothing was answered in time');
  const taken = samples.subarray(0, Math.min(count, MOST_SAMPLES));
  const p50s = connections === 1 && work.paths ? mediansByTurns(taken, early, work.paths.length) : null;
  const sorted = taken.sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  // Over the whole time, so that a stall at the end counts.
  const seconds = Math.max(ms, lastAt - countFrom) / 1_000;
  return { perSecond: count / seconds, p50: at(0.5), p99: at(0.99), p50s, count, bytes };
}

/**
 * One connection requests several paths in rotation: the median time of each. `early` requests came before those that
 * count.
 */
function mediansByTurns(taken, early, paths) {
  return Array.from({ length: paths }, (_, path) => {
    const own = taken.filter((_, n) => (early + n) % paths === path).sort();
    return own[Math.floor(own.length / 2)];
  });
}

/** One connection: a request, its response, the next request. */
function converse({ port, next, end, note, expected }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let pending = null; // the rest of the current response that is still to come
    let head = '';
    let length = 0;
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`no answer within ${ANSWER_MS} ms`)));
    const send = () => {
      if (performance.now() >= end) return socket.destroy();
      sentAt = performance.now();
      socket.write(next());
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', resolve);
    socket.on('data', (chunk) => {
      let body = chunk.length;
      if (pending === null) {
        head += chunk.latin1Slice(0, Math.min(chunk.length, 4_096));
        const split = head.indexOf('\r\n\r\n');
        if (split < 0) return;
        const status = Number(head.slice(9, 12));
        const declared = /\r\ncontent-length: (\d+)/i.exec(head);
        if (status !== expected || declared === null) {
          return socket.destroy(new Error(`answered ${head.slice(0, 600)}`));
        }
        length = split + 4 + Number(declared[1]);
        pending = length;
        body = Math.max(chunk.length, head.length);
        head = '';
      }
      pending -= body;
      if (pending > 0) return;
      pending = null;
      note(sentAt, length);
      send();
    });
  });
}
