import type { WordPress } from '../../wordpress/boot.ts';
import type { Blueprint, FileTree } from './blueprint.ts';

/**
 * Runs the steps of a blueprint, as Playground does in a browser. Does not install the plugin and the theme: both must
 * already be active. Skips the login step, because only the caller's browser can sign in.
 * @returns user name of the login step
 * @throws {Error} if a step fails or is of an unknown kind
 */
export async function runBlueprint(wordpress: Pick<WordPress, 'load'>, { steps }: Blueprint): Promise<string> {
  let username = '';
  for (const step of steps) {
    if (step.step === 'writeFiles') {
      const folder = step.writeToPath.replace(/^\/wordpress\/wp-content\//, '');
      await wordpress.load(WRITE, { folder, files: filesIn(step.filesTree.files) });
    } else if (step.step === 'runPHP') {
      await wordpress.load(step.code.replace(/^<\?php require '\/wordpress\/wp-load\.php';/, ''));
    } else if (step.step === 'login') {
      username = step.username;
    } else {
      const source = step.step === 'installPlugin' ? step.pluginData : step.themeData;
      if (!('slug' in source) || source.slug !== 'largesse') throw new Error(`${step.step}: unknown source`);
      const isActive = await wordpress.load(
        step.step === 'installPlugin'
          ? "echo in_array( 'largesse/largesse.php', get_option( 'active_plugins' ), true ) ? 1 : 0;"
          : "echo 'largesse' === get_stylesheet() ? 1 : 0;",
      );
      if (isActive !== '1') throw new Error(`${step.step}: largesse is not active`);
    }
  }
  return username;
}

const WRITE = `$input = json_decode( getenv( 'INPUT' ), true );
  foreach ( $input['files'] as $path => $text ) {
    $file = WP_CONTENT_DIR . "/{$input['folder']}/{$path}";
    wp_mkdir_p( dirname( $file ) );
    if ( false === file_put_contents( $file, $text ) ) {
      throw new RuntimeException( $file );
    }
  }`;

/** Returns the texts of files by their path. */
function filesIn(tree: FileTree, folder = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, content]) =>
      typeof content === 'string' ? [[folder + name, content]] : Object.entries(filesIn(content, `${folder}${name}/`)),
    ),
  );
}
