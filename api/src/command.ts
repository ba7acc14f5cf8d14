import { inspect } from 'node:util';
import { readArguments, UsageError } from './arguments.ts';
import { DatabaseUnusable } from './database/database.ts';
import { HostError } from './host/errors.ts';
import { readDatabaseSetting, SettingError } from './settings.ts';

/**
 * Returns the one file that a command is called with, or null after its help was shown.
 * @throws {UsageError} where there is none, or more
 */
export function fileArgument(help: string): string | null {
  const called = readArguments(help, {}, true);
  if (!called) return null;
  const [file, ...rest] = called.positionals;
  if (!file || rest.length > 0) throw new UsageError('FILE: name one file');
  return file;
}

/** Returns the path of the embedded database, for commands that are about its file. @throws {UsageError} on PostgreSQL */
export function readEmbedded(environment: Readonly<Record<string, string | undefined>>): string {
  const setting = readDatabaseSetting(environment);
  if (setting.kind === 'sqlite') return setting.path;
  throw new UsageError('DATABASE_URL: PostgreSQL has tools of its own for this: docs/scale.md');
}

/** Prints why a command failed, and makes the exit code 1. */
export function reportFailure(error: unknown): void {
  process.exitCode = 1;
  console.error(failureText(error));
}

/** Returns one line for what the operator can mend; anything else is a fault of ours and keeps its stack. */
export function failureText(error: unknown): string {
  if (error instanceof SettingError || error instanceof DatabaseUnusable || error instanceof HostError)
    return error.message;
  if (error instanceof UsageError) return `${error.message} (--help shows what there is)`;
  const { prefix = '' } = Object(error);
  if (isListenError(error, 'EADDRINUSE')) return `${prefix}PORT: ${error.port} is taken: choose another one`;
  if (isListenError(error, 'EACCES')) return `${prefix}PORT: ${error.port} may not be used by this account`;
  if (isListenError(error, 'EADDRNOTAVAIL')) return `${prefix}LISTEN: this machine does not have that address`;
  return inspect(error);
}

interface ListenError extends Error {
  port: number;
}

function isListenError(error: unknown, code: string): error is ListenError {
  return error instanceof Error && 'code' in error && error.code === code;
}
