import type { Config } from '../config.ts';
import type { Target } from '../db/connect.ts';

/** What the primary says to a process of the service. */
export type ToWorker = { serve: { config: Config; target: Target } } | { drain: true } | { stop: true };

/** What a process of the service says to the primary: first, that it listens; messages sent before that are lost. */
export type FromWorker = { listening: true } | { serving: string } | { failed: string };
