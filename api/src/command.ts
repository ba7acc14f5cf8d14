import { inspect, type ParseArgsOptionsConfig } from 'node:util';
import { readArguments, UsageError } from './arguments.ts';
import { BackupError } from './backup/manifest.ts';
import { DatabaseUnusable } from './database/database.ts';
import { HostError } from './host/errors.ts';
import { NotConfirmed } from './installation/confirm.ts';
import { NoRoom } from './installation/room.ts';
import { INSTALLED, type InstalledSettings, installedSettings } from './installation/settings.ts';
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

/** Option of every command for operators, and its lines in the help. */
const SETTINGS_OPTION = { settings: { type: 'string' } } as const;
export const SETTINGS_HELP = `  --settings FILE    settings of the service; default: ${INSTALLED} if it exists. The folder of the file may also
                     contain files with secrets: database-url, gateway-key and app-password. Variables of the
                     environment take precedence, and without a file all settings come from it`;

/**
 * Runs a command for operators with the settings that the service on this machine uses. Only the account of the command
 * can read the files that it creates.
 * @param work gets the arguments, and the settings. It prints `describeInstallation` before it does anything
 */
export async function runOperatorCommand<const Options extends ParseArgsOptionsConfig>(
  environment: Readonly<Record<string, string | undefined>>,
  help: string,
  options: Options,
  allowPositionals: boolean,
  work: (
    called: NonNullable<ReturnType<typeof readArguments<Options & typeof SETTINGS_OPTION>>>,
    installed: InstalledSettings,
  ) => Promise<void>,
): Promise<void> {
  process.umask(0o077);
  await runCommand(help, { ...options, ...SETTINGS_OPTION }, allowPositionals, async (called) => {
    await work(called, installedSettings(settingsFile(called.values), environment));
  });
}

function settingsFile(values: object): string | null {
  return 'settings' in values && typeof values.settings === 'string' ? values.settings : null;
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
    error instanceof BackupError ||
    error instanceof NoRoom ||
    error instanceof NotConfirmed
  )
    return error.message;
  if (error instanceof UsageError) return `${error.message} (see --help)`;
  if (isFileError(error)) return `${error.path}: ${FILE_ERRORS[error.code] ?? error.code}`;
  const { prefix = '' } = Object(error);
  if (isListenError(error, 'EADDRINUSE')) return `${prefix}PORT: ${error.port} is taken: choose another one`;
  if (isListenError(error, 'EACCES')) return `${prefix}PORT: ${error.port} may not be used by this account`;
  if (isListenError(error, 'EADDRNOTAVAIL')) return `${prefix}LISTEN: this machine does not have that address`;
  if (isListenError(error, 'ENOTFOUND') || isListenError(error, 'EAI_AGAIN'))
    return `${prefix}LISTEN: must be an address or a name of this machine, without a port`;
  return inspect(error);
}

/** Reasons and remedies of failed calls of the file system, by error code. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'this account has no access (EACCES): run the command as root, or change the owner of the file',
  EPERM: 'this account may not change it (EPERM): run the command as root, or change the owner of the file',
  ENOSPC: 'the disk is full (ENOSPC): free some room',
  EDQUOT: 'the disk quota is used up (EDQUOT): free some room',
  EROFS: 'the file system is read-only (EROFS)',
  ENOENT: 'there is no such file or folder (ENOENT)',
  ENOTDIR: 'a part of the path is not a folder (ENOTDIR)',
};

interface FileError extends Error {
  code: string;
  path: string;
}

/** Only errors of the file system have a path; errors of a listener have a port. */
function isFileError(error: unknown): error is FileError {
  if (!(error instanceof Error) || !('path' in error) || !('code' in error)) return false;
  return typeof error.path === 'string' && typeof error.code === 'string' && error.code in FILE_ERRORS;
}

interface ListenError extends Error {
  port: number;
}

/** Other calls also fail with these codes, but only errors of a listener's address contain a port. */
function isListenError(error: unknown, code: string): error is ListenError {
  const isAddress = error instanceof Error && ('port' in error || 'hostname' in error);
  return isAddress && 'code' in error && error.code === code;
}
