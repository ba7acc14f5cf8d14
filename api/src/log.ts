import { type DestinationStream, type Logger, pino } from 'pino';
import { DatabaseUnavailable } from './database/database.ts';
import { HostError } from './host/errors.ts';
import type { Settings } from './settings.ts';

/**
 * Opens the log: JSON lines, never with headers, queries or bodies of requests.
 * @param destination by default, standard output
 */
export function openLog(level: Settings['logLevel'], destination?: DestinationStream): Logger {
  const serializers = { err: errorInLog, req: () => undefined, res: () => undefined };
  return pino({ level, base: null, serializers }, destination);
}

/** @param error a value of any type */
export function logFatal(log: Logger, error: unknown): void {
  const stack = error instanceof Error ? error.stack : undefined;
  log.fatal(
    { err: error, ...(stack === undefined ? {} : { stack }) },
    'the process ends because of an error that nobody caught',
  );
}

interface ErrorInLog {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: { type: string; code?: string };
}

function errorInLog(error: unknown): ErrorInLog {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(error.stack === undefined || isExpected(error) ? {} : { stack: error.stack }),
    ...(error.cause instanceof Error ? { cause: causeInLog(error.cause) } : {}),
  };
}

/** Omits the message, which may quote received data. */
const causeInLog = (cause: Error): { type: string; code?: string } => ({
  type: cause.name,
  ...('code' in cause ? { code: String(cause.code) } : {}),
});

/** Expected errors need no stack trace. */
const isExpected = (error: Error): boolean => error instanceof HostError || error instanceof DatabaseUnavailable;
