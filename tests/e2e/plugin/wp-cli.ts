import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { addCode } from '../wordpress/add-code.ts';
import type { Site } from '../wordpress/site.ts';

/** Output and exit code of a command. */
export interface Outcome {
  stdout: string;
  stderr: string;
  code: number;
}

/** Marks runs of PHP that simulate a terminal. */
const MARK = 'wp-cli-stand-in';

/**
 * Adds a stand-in for WP-CLI to a site. A must-use plugin loads it, because WP-CLI must be there before other plugins
 * load. It is loaded only in the PHP runs that `wp()` starts.
 */
export async function addCommandLine(site: Site): Promise<void> {
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

/** Runs commands one after the other in one run of PHP. This saves time if the commands only read. */
export async function wpAll({ wordpress }: Site, commands: readonly (readonly string[])[]): Promise<Outcome[]> {
  return JSON.parse(
    await wordpress.load(`echo wp_json_encode( array_map( 'WP_CLI::stand_in', array_slice( $input, 1 ) ) );`, [
      MARK,
      ...commands,
    ]),
  );
}
