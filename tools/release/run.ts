import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from './refusal.ts';

/**
 * Runs a program in a checkout.
 * @param folder folder of the checkout. Programs of its dependencies take precedence over the machine's programs.
 * @returns output of the program
 * @throws {Refusal} with the program's complete output if the program fails
 */
export async function run(folder: string, command: string, args: string[], cwd = folder): Promise<string> {
  const PATH = [join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const options = { cwd, env: { ...process.env, PATH }, shell: process.platform === 'win32' };
  const { stdout } = await promisify(execFile)(command, args, options).catch((error) => {
    throw new Refusal(`${command} ${args[0]} failed: ${error.stdout ?? ''}${error.stderr ?? error.message}`.trimEnd());
  });
  return stdout;
}
