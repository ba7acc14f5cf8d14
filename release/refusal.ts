import { UsageError } from '../api/src/arguments.ts';
import { GitError } from './git.ts';

/** Reason why a command does nothing, in one line for its user. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/**
 * Runs a command. Prints a Refusal or an error of git in one line, with exit code 1. Other errors are bugs and keep their
 * stack.
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
