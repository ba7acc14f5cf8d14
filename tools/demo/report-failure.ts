import { failureText } from '../../api/src/command.ts';
import { DatabaseUnusable } from '../../api/src/database/database.ts';
import { SetupError } from '../cache/setup-error.ts';
import { BrokenSite } from '../wordpress/broken-site.ts';
import type { DemoEnvironment } from './environment.ts';

const UNWRITABLE = ['EACCES', 'EEXIST', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'];

/** Returns why the demonstration cannot run: one line for a known reason, otherwise the error with its stack. */
export function demoFailureText(error: unknown, environment: DemoEnvironment | undefined): string {
  // Users of the demonstration cannot choose another database. So the message omits DATABASE_URL and PostgreSQL.
  if (error instanceof DatabaseUnusable && environment)
    return `LARGESSE_DATA: ${error.message.replace(/^DATABASE_URL: |, or use PostgreSQL.*$/g, '')}`;
  // WordPress does not start if its data folder cannot be written.
  const cause = error instanceof BrokenSite ? error.cause : error;
  const known = environment && systemFailure(cause, environment);
  return known ?? (error instanceof SetupError ? error.message : failureText(error));
}

function systemFailure(error: unknown, { sitePort, dataFolder }: DemoEnvironment): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if ('port' in error && error.port === sitePort) {
    if (error.code === 'EADDRINUSE') return `SITE_PORT: ${sitePort} is taken: choose another one`;
    if (error.code === 'EACCES') return `SITE_PORT: ${sitePort} may not be used by this account`;
  }
  const paths = [Object(error).path, Object(error).dest];
  const isOurs = paths.some((path) => typeof path === 'string' && path.startsWith(dataFolder));
  if (isOurs && UNWRITABLE.includes(String(error.code))) {
    return `LARGESSE_DATA: ${dataFolder} cannot be used as a folder for data (${error.code})`;
  }
  return undefined;
}
