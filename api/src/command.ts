import { parseArgs } from 'node:util';
import { DatabaseUnusable } from './database/database.ts';
import { HostError } from './host/errors.ts';
import { readDatabaseSetting, SettingError } from './settings.ts';

/** A command was called wrongly; the message is one line that names what is wrong. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * The one file that a command is called with, or null after its help was shown.
 * @throws {UsageError} where there is none, or more
 */
export function fileArgument(help: string): string | null {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  if (values.help) {
    console.log(help);
    return null;
  }
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new UsageError('FILE: name one file');
  return file;
}

/** Path of the embedded database, for commands that are about its file. @throws {UsageError} on PostgreSQL */
export function readEmbedded(environment: Readonly<Record<string, string | undefined>>): string {
  const setting = readDatabaseSetting(environment);
  if (setting.kind === 'sqlite') return setting.path;
  throw new UsageError('DATABASE_URL: PostgreSQL has tools of its own for this: docs/scale.md');
}

/** What the operator can mend is one line; anything else is a fault of ours and keeps its stack. */
export function reportFailure(error: unknown): void {
  process.exitCode = 1;
  if (error instanceof SettingError || error instanceof DatabaseUnusable || error instanceof HostError)
    console.error(error.message);
  else if (error instanceof UsageError || isArgumentError(error))
    console.error(`${error.message} (--help shows what there is)`);
  else if (isListenError(error, 'EADDRINUSE')) console.error(`PORT: ${error.port} is taken: choose another one`);
  else if (isListenError(error, 'EACCES')) console.error(`PORT: ${error.port} may not be used by this account`);
  else if (isListenError(error, 'EADDRNOTAVAIL')) console.error('LISTEN: this machine does not have that address');
  else console.error(error);
}

interface ListenError extends Error {
  port: number;
}

function isListenError(error: unknown, code: string): error is ListenError {
  return error instanceof Error && 'code' in error && error.code === code;
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}
