import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { tracer } from './tracing/tracer.ts';

const BUFFER_BYTES = 8_192;
const FLUSH_MS = 100;

/**
 * JSON lines on standard error, each with what `base` says; standard output is for what the start says to a person. Lines are
 * written together, a tenth of a second after the first of them at most: one at a time, they cost more than a read of a lead.
 */
export function createLog(
  { logLevel: level, tracesEndpoint }: Pick<Config, 'logLevel' | 'tracesEndpoint'>,
  base: { pid: number } | null = null,
): Logger {
  const destination = pino.destination({ dest: 2, sync: true, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });
  process.on('exit', () => destination.flushSync());
  return pino(
    {
      level,
      base,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // A new object each time: pino adds the fields of the line to it.
      ...(tracesEndpoint !== null && { mixin: () => ({ ...tracer?.current()?.ids }) }),
    },
    destination,
  );
}
