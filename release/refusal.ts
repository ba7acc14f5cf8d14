import { UsageError } from '../api/src/arguments.ts';
import { GitError } from './git.ts';

/** Why a command does nothing, in one line for the person who typed it. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/**
 * Runs a command. What it refuses, and what git refuses, is one line and exit code 1; anything else is a fault of
 * ours and keeps its stack.
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
