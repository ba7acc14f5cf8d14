import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/**
 * Runs a program.
 * @returns its output
 * @throws if the program fails; the error contains the output
 */
export async function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  return (await runWithErrors(program, args, options)).stdout;
}

/** Runs a program, as `run` does, and also returns its output on stderr. */
export const runWithErrors = (program: string, args: readonly string[], { env = process.env, cwd }: RunOptions) =>
  promisify(execFile)(program, args, { env, ...(cwd && { cwd }), maxBuffer: 2 ** 26 });
