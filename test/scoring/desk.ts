import { expect } from 'vitest';
import type { LeadDesk, Shown } from '../support/leads.ts';

/** Puts a model in place, and waits until the walk through the leads is over. */
export async function replaceModel(desk: LeadDesk, body: unknown): Promise<Shown> {
  const answer = await desk.app.call('PUT', '/scoring', { token: desk.admin, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await desk.app.services.rescoring.run(desk.cast.organizationId);
  return answer.body.data;
}

export const scoring = async (desk: LeadDesk): Promise<Shown> =>
  (await desk.app.call('GET', '/scoring', { token: desk.admin })).body.data;

export async function explain(desk: LeadDesk, lead: string, token = desk.admin): Promise<Shown> {
  const answer = await desk.app.call('GET', `/leads/${lead}/score`, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

export async function act(desk: LeadDesk, lead: string, kind: string, more: object = {}): Promise<Shown> {
  const body = { kind, summary: 'Talked', ...more };
  const answer = await desk.app.call('POST', `/leads/${lead}/activities`, { token: desk.admin, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}
