import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

/** JSON lines on standard error, each with what `base` says; standard output is for what the start says to a person. */
export function createLog(level: LogLevel, base: { pid: number } | null = null): Logger {
  return pino(
    {
      level,
      base,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination(2),
  );
}
