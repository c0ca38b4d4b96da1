import { createServer } from 'node:net';

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const COUNT = 100;
/** Each worker of the tests has its own, so that no two choose the same. */
const FIRST = 19_000 + COUNT * (Number(process.env.VITEST_POOL_ID ?? 0) % 10);

/** One that stays free until its service listens, and while it restarts: the system gives none of these to others. */
export async function steadyPort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`there is no free port from ${FIRST} on`);
}

const given = new Set<number>();

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
