import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { hasProgram } from '../../../deploy/testing/program.ts';
import { defaultEngine } from '../../../tools/wordpress/choose-engine.ts';
import { addCode } from '../wordpress/add-code.ts';
import type { Site } from '../wordpress/site.ts';

/** Output and exit code of a command. */
export interface Outcome {
  stdout: string;
  stderr: string;
  code: number;
}

/**
 * True if commands run in the real WP-CLI. This needs the program `wp` and the machine's PHP. Otherwise, they run in a
 * stand-in.
 */
const isReal = hasProgram('wp', '--info') && (await defaultEngine()) === 'native';

/** Marks runs of PHP that simulate a terminal. */
const MARK = 'wp-cli-stand-in';

/**
 * Adds a stand-in for WP-CLI to a site, unless the machine has the real one. A must-use plugin loads it, because WP-CLI
 * must be there before other plugins load. It is loaded only in the PHP runs that `wp()` starts.
 */
export async function addCommandLine(site: Site): Promise<void> {
  if (isReal) return;
  const standIn = await readFile(new URL('./wp-cli.php', import.meta.url), 'utf8');
  await site.wordpress.run(`file_put_contents( WP_CONTENT_DIR . '/wp-cli.php', $input );`, standIn);
  await addCode(
    site,
    `if ( str_contains( (string) getenv( 'INPUT' ), '"${MARK}"' ) ) { require WP_CONTENT_DIR . '/wp-cli.php'; }`,
  );
}

/** Runs a command as in a terminal, for example `wp(site, 'largesse', 'list', '--format=ids')`. */
export async function wp(site: Site, ...args: string[]): Promise<Outcome> {
  const [outcome = assert.fail('No outcome')] = await wpAll(site, [args]);
  return outcome;
}

/** Runs commands one after the other. The stand-in runs them in one run of PHP. */
export async function wpAll({ wordpress }: Site, commands: readonly (readonly string[])[]): Promise<Outcome[]> {
  if (!isReal) {
    return JSON.parse(
      await wordpress.load(`echo wp_json_encode( array_map( 'WP_CLI::stand_in', array_slice( $input, 1 ) ) );`, [
        MARK,
        ...commands,
      ]),
    );
  }
  const folder = await wordpress.run('echo ABSPATH;');
  const outcomes: Outcome[] = [];
  for (const command of commands) outcomes.push(await runReal([`--path=${folder}`, '--allow-root', ...command]));
  return outcomes;
}

/** Runs the real WP-CLI, without an answer to its questions. */
function runReal(args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile('wp', args, (_error, stdout, stderr) =>
      resolve({ stdout, stderr, code: child.exitCode ?? -1 }),
    );
    child.stdin?.end();
  });
}
