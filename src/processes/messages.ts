import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Config } from '../config.ts';
import type { Target } from '../db/connect.ts';

export type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** What the primary says to a process of the service. */
export type ToWorker = { serve: { config: Config; target: Target } } | { stop: true } | { readFigures: true };

/** What a process of the service says to the primary: first, that it can be spoken to; what came before would be lost. */
export type FromWorker = { listening: true } | { serving: string } | { failed: string } | { figures: Figures };
