import type { Site } from './site.ts';

/**
 * Runs code in every request of the site, until the returned object is disposed or the site is reset.
 * @param php without the opening tag
 */
export async function addCode({ wordpress }: Pick<Site, 'wordpress'>, php: string): Promise<AsyncDisposable> {
  // Each call writes a file with a new name, because PHP does not notice changed files (`fixedCode`).
  const file = await wordpress.run(
    `wp_mkdir_p( WPMU_PLUGIN_DIR );
    $file = WPMU_PLUGIN_DIR . '/test-' . wp_generate_uuid4() . '.php';
    file_put_contents( $file, "<?php\\n" . $input );
    echo $file;`,
    php,
  );
  return { [Symbol.asyncDispose]: async () => void (await wordpress.run('unlink( $input );', file)) };
}
