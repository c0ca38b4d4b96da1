import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import type { Shown } from './leads.ts';
import { LeadDesk } from './leads.ts';
import { listen } from './raw-http.ts';

export interface Called {
  isError: boolean;
  /** The parsed text of the answer. */
  answer: Shown;
}

/** The application with its endpoint for assistants, called by the public client over a real connection. */
export class McpDesk {
  readonly desk: LeadDesk;
  readonly url: string;
  readonly #clients: Client[] = [];

  private constructor(desk: LeadDesk, url: string) {
    this.desk = desk;
    this.url = url;
  }

  static async open(options: Parameters<typeof LeadDesk.open>[0] = {}): Promise<McpDesk> {
    const desk = await LeadDesk.open({ ...options, mcp: 'on' });
    return new McpDesk(desk, `http://127.0.0.1:${await listen(desk.app.app)}/mcp`);
  }

  async connect(token: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(this.url), { requestInit }));
    this.#clients.push(client);
    return client;
  }

  /** Posts as it is, without the client. */
  async post(body: unknown, headers: Record<string, string> = {}, token = this.desk.admin) {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.desk.close();
  }
}

export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Called> {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [block] = content;
  if (content.length !== 1 || block?.type !== 'text') throw new Error(`not one text: ${JSON.stringify(content)}`);
  return { isError, answer: JSON.parse(block.text) };
}

/** The answer of a call that must succeed. */
export async function use(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Shown> {
  const { isError, answer } = await callTool(client, name, given);
  expect(isError, JSON.stringify(answer)).toBe(false);
  return answer;
}

/** What a call that must fail is told. */
export async function refused(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Shown> {
  const { isError, answer } = await callTool(client, name, given);
  expect(isError, JSON.stringify(answer)).toBe(true);
  return answer;
}
