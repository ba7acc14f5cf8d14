import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs a program.
 * @returns its output
 * @throws if the program fails; the error contains the output
 */
export async function run(
  program: string,
  args: readonly string[],
  { env = process.env, cwd }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { env, ...(cwd && { cwd }), maxBuffer: 2 ** 26 });
  return stdout;
}
