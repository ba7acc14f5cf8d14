import { UsageError } from '../../api/src/arguments.ts';
import { GitError } from './git.ts';

/** Error that tells the user why a command does nothing. The message is one line. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/**
 * Runs a command. After a Refusal, a usage error or an error of git, prints one line and exits with code 1. Any other
 * error is a bug, so Node prints its stack.
 */
export async function runCommand(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    const expected = error instanceof Refusal || error instanceof GitError || error instanceof UsageError;
    console.error(expected ? `${name}: ${error.message}` : error);
  }
}
