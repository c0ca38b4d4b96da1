import { type AddressInfo, createServer, type Socket } from 'node:net';

const message = (type: string, body = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const READY = message('Z', Buffer.from('I'));
const STARTED = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const DONE = Buffer.concat([message('1'), message('2'), message('n'), message('C', Buffer.from('SELECT 0\0')), READY]);
const CANCELED = message('E', Buffer.from('SERROR\0VERROR\0C57014\0Mcanceling statement due to statement timeout\0\0'));

/**
 * Speaks as much of PostgreSQL's protocol as is needed to fail halfway: a statement with `poison` gets its error, and the message
 * that the connection is free again never follows. A coordinator of Citus does that while a worker is frozen.
 */
export async function openHalfAnsweringServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.once('data', () => {
      socket.write(STARTED);
      // Simple queries and round trips both come in one piece here.
      socket.on('data', (bytes) => {
        if (bytes.includes('poison')) socket.write(CANCELED);
        else if (bytes[0] === 'Q'.charCodeAt(0))
          socket.write(Buffer.concat([message('C', Buffer.from('SELECT 0\0')), READY]));
        else if (bytes[0] !== 'X'.charCodeAt(0)) socket.write(DONE);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { target: { url: `postgres://x@127.0.0.1:${port}/x` }, sockets, close: () => server.close() };
}
