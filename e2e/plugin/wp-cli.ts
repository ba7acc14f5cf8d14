import { readFile } from 'node:fs/promises';
import type { Site } from '../wordpress/site.ts';

/** What a command printed, and how it ended. */
export interface Outcome {
  stdout: string;
  stderr: string;
  code: number;
}

/** Marks the runs of PHP that a terminal would have started. */
const MARK = 'wp-cli-stand-in';

/**
 * Makes `wp` commands possible on a site. WP-CLI is there before the plugins are loaded, so a must-use plugin brings
 * its stand-in, in the marked runs alone.
 */
export async function addCommandLine({ wordpress }: Site): Promise<void> {
  const standIn = await readFile(new URL('./wp-cli.php', import.meta.url), 'utf8');
  await wordpress.run(
    `wp_mkdir_p( WPMU_PLUGIN_DIR );
    file_put_contents( WP_CONTENT_DIR . '/wp-cli.php', $input[0] );
    file_put_contents( WPMU_PLUGIN_DIR . '/wp-cli.php', $input[1] );`,
    [
      standIn,
      `<?php if ( str_contains( (string) getenv( 'INPUT' ), '"${MARK}"' ) ) { require WP_CONTENT_DIR . '/wp-cli.php'; }`,
    ],
  );
}

/** Runs a command as in a terminal: `wp(site, 'largesse', 'list', '--format=ids')`. */
export async function wp({ wordpress }: Site, ...args: string[]): Promise<Outcome> {
  return JSON.parse(
    await wordpress.load(`echo wp_json_encode( WP_CLI::stand_in( array_slice( $input, 1 ) ) );`, [MARK, ...args]),
  );
}
