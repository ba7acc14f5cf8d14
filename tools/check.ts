import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { argumentsOrExit } from '../api/src/arguments.ts';

const HELP = `npm run check

Checks format, lint, types, the syntax of PHP, and references to rules and documents.
All checks run at the same time.

  --help   show this`;

/** Command that checks types. It stores its result, so that the next check reads only changed files. */
const types = (name: string) =>
  ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', `node_modules/.cache/largesse/${name}.json`] as const;

/** Checks that only read our code and do not run it. */
const CHECKS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  'format and lint': ['biome', 'ci', '--error-on-warnings'],
  types: types('all'),
  'types of the plugin': [...types('plugin'), '--project', 'plugin'],
  'types of code inside pages': [...types('in-page'), '--project', 'tools/browser/in-page'],
  PHP: ['node', 'tools/lint-php.ts'],
  references: ['node', '--test', 'tools/references.test.ts'],
};

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Checks format, lint, types, the syntax of PHP and references at the same time, and prints the result of each check.
 * @returns each failed check with its output
 */
export async function check(): Promise<string[]> {
  const checks = Object.entries(CHECKS).map(async ([name, [command, ...args]]) => {
    const failure = await promisify(execFile)(command, args, { cwd: root, shell: process.platform === 'win32' }).then(
      () => undefined,
      (error) => error,
    );
    console.log(`— ${name}${failure ? ': failed' : ''}`);
    return failure ? [`${name}\n${failure.stdout + failure.stderr || failure.message}`] : [];
  });
  return (await Promise.all(checks)).flat();
}

if (import.meta.main) {
  argumentsOrExit(HELP, {});
  const failures = await check();
  for (const failure of failures) console.error(`✖ ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
