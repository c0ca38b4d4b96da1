import { afterAll, beforeAll } from 'vitest';
import { type Cast, createCast } from './cast.ts';
import { openTestApp, type TestApp } from './harness.ts';
import { LeadDesk } from './leads.ts';

// Objects that the tests of a file share, from before the first test until after the last. They are filled when they are
// opened, so that they can be named before.

interface Closable {
  close(): Promise<unknown>;
}

export function openedForFile<T extends Closable>(open: () => Promise<T>, empty = {} as T): T {
  beforeAll(async () => {
    Object.assign(empty, await open());
  });
  afterAll(() => empty.close?.());
  return empty;
}

type Options = Parameters<typeof openTestApp>[0];

/** The application on its own database. */
export const useTestApp = (options?: Options): TestApp => openedForFile(() => openTestApp(options));

/** The same, with its people. */
export function useCast(options?: Options): { app: TestApp; cast: Cast } {
  const app = useTestApp(options);
  const cast = {} as Cast;
  beforeAll(async () => {
    Object.assign(cast, await createCast(app));
  });
  return { app, cast };
}

export const useLeadDesk = (options?: Parameters<typeof LeadDesk.open>[0]): LeadDesk =>
  openedForFile(() => LeadDesk.open(options), Object.create(LeadDesk.prototype));
