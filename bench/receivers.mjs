// Receivers of webhooks on loopback, in a process of their own: good ones, and one of every bad kind. What the good ones got is
// sent to the parent on request.
import { createServer } from 'node:http';

const SLOW_MS = 10_000;
const [good, bad] = process.argv.slice(2).map(Number);

/** By receiver: event, lead, which change of the lead, and when it came. */
const got = Array.from({ length: good }, () => []);
/** By receiver: the events that came, each once. After a kill some come twice. */
const seen = got.map(() => new Set());

function readEvent(request, done) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => done(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
}

const keep = (receiver) => (request, response) => {
  readEvent(request, ({ public_id, lead, changes }) => {
    const name = changes.find(({ field }) => field === 'first_name')?.to;
    seen[receiver].add(public_id);
    got[receiver].push([public_id, lead.public_id, Number(name?.split(' ')[1]), Date.now()]);
    response.writeHead(204).end();
  });
};

const BAD = {
  'never answers': () => {},
  'answers 500': (_, response) => response.writeHead(500).end(),
  'takes 10 s': (_, response) => setTimeout(() => response.writeHead(204).end(), SLOW_MS),
  'closes the connection': (request) => request.socket.destroy(),
  redirects: (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  'sends an endless body': (_, response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
};

async function open(answer) {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

const ports = [];
for (let n = 0; n < good; n++) ports.push(await open((request, response) => keep(n)(request, response)));
for (const answer of Object.values(BAD).slice(0, bad)) ports.push(await open(answer));
process.on('message', (wish) => {
  if (wish === 'counts') process.send(seen.map(({ size }) => size));
  else if (wish === 'all') process.send(got);
});
process.on('disconnect', () => process.exit());
process.send(ports);
