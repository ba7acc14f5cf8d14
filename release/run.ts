import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from './refusal.ts';

/**
 * Runs a program in a checkout.
 * @param folder the checkout; programs of its dependencies take precedence
 * @returns its output
 * @throws {Refusal} with its complete output if it fails
 */
export async function run(folder: string, command: string, args: string[], cwd = folder): Promise<string> {
  const PATH = [join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const options = { cwd, env: { ...process.env, PATH }, shell: process.platform === 'win32' };
  const { stdout } = await promisify(execFile)(command, args, options).catch((error) => {
    throw new Refusal(`${command} ${args[0]} failed: ${error.stdout ?? ''}${error.stderr ?? error.message}`.trimEnd());
  });
  return stdout;
}
