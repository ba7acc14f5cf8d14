import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a command ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one of the operators' commands, `api/NAME.ts`, with exactly this environment (plus PATH). */
export function runCommand(name: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const path = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path, ...args],
      { env: { PATH: process.env.PATH ?? '', ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
