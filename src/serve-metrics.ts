import { createServer, type Server } from 'node:http';
import { Registry } from 'prom-client';
import { listenError } from './operator-error.ts';

/** `GET /metrics` on a port of its own. */
export async function serveMetrics(read: () => Promise<string>, host: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const found = request.method === 'GET' && request.url === '/metrics';
    const text = found ? await read().catch(() => null) : '';
    response.writeHead(text === null ? 503 : found ? 200 : 404, {
      'content-type': found ? Registry.PROMETHEUS_CONTENT_TYPE : 'text/plain',
    });
    response.end(text ?? '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, host, port, 'LEADLINE_METRICS_PORT')));
    server.listen(port, host, resolve);
  });
  return server;
}
