import { reportFailure } from '../api/src/command.ts';
import { DemoFailure } from './demo-failure.ts';
import type { DemoEnvironment } from './environment.ts';

const UNWRITABLE = ['EACCES', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'];

/** Prints why the demonstration cannot run, in one line where the reason is known, and makes the exit code 1. */
export function reportDemoFailure(error: unknown, environment: DemoEnvironment | undefined): void {
  const line = error instanceof DemoFailure ? error.message : environment && systemFailure(error, environment);
  process.exitCode = 1;
  if (line === undefined) reportFailure(error);
  else console.error(line);
}

function systemFailure(error: unknown, { sitePort, dataFolder }: DemoEnvironment): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if ('port' in error && error.port === sitePort) {
    if (error.code === 'EADDRINUSE') return `SITE_PORT: ${sitePort} is taken: choose another one`;
    if (error.code === 'EACCES') return `SITE_PORT: ${sitePort} may not be used by this account`;
  }
  const isOurs = 'path' in error && typeof error.path === 'string' && error.path.startsWith(dataFolder);
  if (isOurs && UNWRITABLE.includes(String(error.code))) {
    return `LARGESSE_DATA: ${dataFolder} cannot be used as a folder for data (${error.code})`;
  }
  return undefined;
}
