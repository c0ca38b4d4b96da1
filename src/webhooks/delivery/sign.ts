import { createHmac } from 'node:crypto';

/** The header fields of a delivery, as Standard Webhooks has them. Each secret gives a signature. */
export function signedHeaders(secrets: readonly Buffer[], id: string, body: string, now = new Date()) {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${signature}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
