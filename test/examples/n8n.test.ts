import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPhone, LeadDesk, type Shown } from '../support/leads.ts';
import { root } from '../support/run-cli.ts';

interface Node {
  name: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type of node has parameters of its own
  parameters: any;
}

interface Workflow {
  nodes: Node[];
  connections: Record<string, { main: { node: string }[][] }>;
}

const workflow: Workflow = JSON.parse(readFileSync(join(root, 'examples/n8n/leadline.json'), 'utf8'));
let desk: LeadDesk;
let url: string;

beforeAll(async () => {
  desk = await LeadDesk.open();
  url = await desk.app.app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => desk.close());

function nodeOf(name: string): Node {
  const node = workflow.nodes.find((one) => one.name === name);
  if (node === undefined) throw new Error(`there is no node ${name}`);
  return node;
}

/** A value as n8n reads it: after `=` it is a text in which `{{ … }}` is JavaScript. */
function textOf(text: string, globals: object): string {
  if (!text.startsWith('=')) return text;
  return text.slice(1).replace(/\{\{(.*?)\}\}(?!\})/gs, (_, code) => String(runInNewContext(code, { ...globals })));
}

/** Does what n8n does with the nodes of the workflow, in the order of its connections. */
async function run(body: Shown, execution: string): Promise<Shown> {
  const [created] = workflow.connections.Webhook?.main[0] ?? [];
  const { parameters } = nodeOf(created?.node ?? '');
  const globals = { $json: { body }, $env: { LEADLINE_URL: url }, $execution: { id: execution } };
  const own = parameters.headerParameters.parameters as { name: string; value: string }[];
  const answer = await fetch(textOf(parameters.url, globals), {
    method: parameters.method,
    headers: {
      authorization: `Bearer ${desk.admin}`, // the credential that the user adds
      'content-type': 'application/json',
      ...Object.fromEntries(own.map(({ name, value }) => [name, textOf(value, globals)])),
    },
    body: textOf(parameters.jsonBody, globals),
  });
  expect(answer.status).toBeLessThan(300);
  const [last] = workflow.connections[created?.node ?? '']?.main[0] ?? [];
  return JSON.parse(textOf(nodeOf(last?.node ?? '').parameters.responseBody, { $json: await answer.json() }));
}

it('a call of the webhook creates a lead once, also if the node is tried again', async () => {
  const before = await desk.countLeads();
  const form = { name: 'Sana', phone: freshPhone() };
  const first = await run(form, '17');
  expect(first).toEqual({ lead: expect.stringMatching(/^lead_/), duplicate: false });
  expect(await run(form, '17')).toEqual(first);
  expect(await run(form, '18')).toEqual({ lead: first.lead, duplicate: true });
  expect(await desk.countLeads()).toBe(before + 1);
});

it('the workflow holds no token, and its connections lead to its nodes', () => {
  expect(JSON.stringify(workflow)).not.toMatch(/ldl_|credentials/);
  expect(nodeOf('Create lead').parameters.genericAuthType).toBe('httpHeaderAuth');
  for (const { main } of Object.values(workflow.connections)) for (const { node } of main.flat()) nodeOf(node);
});
