import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Result of a command. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Environment of every child process: PATH, and the folder with the compiled code of a test run
 * (tools/testing/main.ts).
 */
export const CHILD_ENV: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name] ?? '']).filter(([, value]) => value !== ''),
);

/** Runs one of the operators' commands, `api/NAME.ts`, with only this environment and `CHILD_ENV`. */
export function runCommand(name: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const path = fileURLToPath(new URL(`../../api/${name}.ts`, import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path, ...args],
      { env: { ...CHILD_ENV, ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
