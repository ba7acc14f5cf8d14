import { inspect, type ParseArgsOptionsConfig } from 'node:util';
import { readArguments, UsageError } from './arguments.ts';
import { BackupError } from './backup/manifest.ts';
import { DatabaseUnusable } from './database/database.ts';
import { HostError } from './host/errors.ts';
import { SettingError } from './settings.ts';

/** Runs a command with its arguments, which `readArguments` parses. Reports its failure. */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  allowPositionals: boolean,
  work: (called: NonNullable<ReturnType<typeof readArguments<Options>>>) => Promise<void>,
): Promise<void> {
  try {
    const called = readArguments(help, options, allowPositionals);
    if (called) await work(called);
  } catch (error) {
    reportFailure(error);
  }
}

/** Prints why a command failed, and makes the exit code 1. */
export function reportFailure(error: unknown): void {
  process.exitCode = 1;
  console.error(failureText(error));
}

/** Returns one line for errors that operators can fix. All other errors are bugs and keep their stack. */
export function failureText(error: unknown): string {
  if (
    error instanceof SettingError ||
    error instanceof DatabaseUnusable ||
    error instanceof HostError ||
    error instanceof BackupError
  )
    return error.message;
  if (error instanceof UsageError) return `${error.message} (see --help)`;
  const { prefix = '' } = Object(error);
  if (isListenError(error, 'EADDRINUSE')) return `${prefix}PORT: ${error.port} is taken: choose another one`;
  if (isListenError(error, 'EACCES')) return `${prefix}PORT: ${error.port} may not be used by this account`;
  if (isListenError(error, 'EADDRNOTAVAIL')) return `${prefix}LISTEN: this machine does not have that address`;
  if (isListenError(error, 'ENOTFOUND') || isListenError(error, 'EAI_AGAIN'))
    return `${prefix}LISTEN: must be an address or a name of this machine, without a port`;
  return inspect(error);
}

interface ListenError extends Error {
  port: number;
}

function isListenError(error: unknown, code: string): error is ListenError {
  return error instanceof Error && 'code' in error && error.code === code;
}
