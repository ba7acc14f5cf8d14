import { type Account, type AccountPlan, createAccounts } from '../../../tools/wordpress/accounts.ts';
import { startWordPress, type Theme, type WordPress, type WordPressOptions } from '../../../tools/wordpress/boot.ts';
import { defaultEngine } from '../../../tools/wordpress/choose-engine.ts';
import { addLog } from '../../support/evidence.ts';
import { type PreparedSite, preparedSite } from './prepared-sites.ts';

/** Names of the test users. Each user has a different relation to a registry. */
const testUsers = ['admin', 'owner', 'invitee', 'mailInvitee', 'stranger'] as const;
export type TestUser = (typeof testUsers)[number];

/** All users log in to wp-admin with this password. */
export const loginPassword = 'a password for the login form';

/** A fresh WordPress with the plugin and the test users. */
export interface Site extends AsyncDisposable {
  /** Address of the site, without trailing slash. */
  url: string;
  users: Record<TestUser, Account>;
  wordpress: Pick<WordPress, 'url' | 'run' | 'load' | 'log' | 'close'>;
  /** Returns PHP's messages since the previous call: errors, warnings, notices and deprecations. */
  complaints(): Promise<string>;
  /**
   * Closes the site and frees its resources.
   * @throws {Error} if PHP logged a message that no test has read
   */
  close(): Promise<void>;
}

/** Running sites that no suite is using. The keys contain version, engine and `fixedCode`. */
const idle = new Map<string, WordPress[]>();

/** Prepared sites of this process. The keys contain version, engine and theme. */
const prepared = new Map<string, Promise<PreparedSite>>();

/**
 * Theme of a test site. `plain` prints only titles and contents, and takes half the time of WordPress's default theme.
 */
export type TestTheme = Theme | 'plain';

/** Kind of site; by default WordPress 6.5 with the plain theme. */
interface SiteOptions
  extends Pick<WordPressOptions, 'version' | 'dataFolder' | 'engine' | 'plugin' | 'fixedCode' | 'instances'> {
  theme?: TestTheme;
}

/**
 * Opens a fresh WordPress for tests: boots a new site, or resets a site that an earlier suite of this process closed.
 * The users are `admin` (an administrator) and `owner`, `invitee`, `mailInvitee`, `stranger` (subscribers). Nobody has
 * a registry yet. Tests invite `invitee` by user name, and `mailInvitee` by e-mail address.
 * @param options if `dataFolder`, `plugin` or `instances` is set, this function boots a new site that only this suite
 *   uses. Each `run` on the new site loads WordPress again.
 */
export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const {
    version = '6.5',
    theme = 'plain',
    dataFolder,
    plugin,
    engine = await defaultEngine(),
    fixedCode = true,
    instances,
  } = options;
  const kind = `${version}-${engine}-${fixedCode}`;
  const unused = idle.get(kind) ?? [];
  idle.set(kind, unused);
  const booted: WordPressOptions = { port: 0, version, engine, fixedCode };
  let running = unused.pop();
  const prepareBase = async () => {
    running ??= await startWordPress(booted);
    const accounts = await createAccounts(running, testUsers.map(plan));
    await running.run(MISSING_OPTIONS);
    return await copySite(running, accounts);
  };
  const name = `${version}-${engine}`;
  const { image, accounts } = await prepareOnce(`${name}-${theme}`, async () => {
    const base = await prepareOnce(name, prepareBase);
    running ??= await startWordPress({ ...booted, image: base.image });
    if (theme === 'default') return base;
    await running.restore(base.image);
    await running.load(`${SWITCH[theme]} flush_rewrite_rules( false );`);
    await running.load(''); // WordPress finishes the switch in the next request.
    return await copySite(running, base.accounts);
  });
  const release = async (wordpress: WordPress) => {
    await wordpress.rest();
    unused.push(wordpress);
  };
  if (dataFolder || plugin || instances) {
    if (running) await release(running);
    const own = { ...(dataFolder && { dataFolder }), ...(plugin && { plugin, fixedCode: false }), instances };
    const wordpress = await startWordPress({ ...booted, image, ...own });
    // Each `run` loads WordPress again, so that WordPress notices a replaced database or plugin.
    return await withPeople({ ...wordpress, run: wordpress.load }, accounts);
  }
  const wordpress = running ?? (await startWordPress({ ...booted, image }));
  await wordpress.restore(image);
  return await withPeople({ ...wordpress, close: () => release(wordpress) }, accounts);
}

/** Returns a prepared site. Prepares each site only once. */
function prepareOnce(name: string, prepare: () => Promise<PreparedSite>): Promise<PreparedSite> {
  const known = prepared.get(name) ?? preparedSite(name, prepare);
  prepared.set(name, known);
  return known;
}

/**
 * PHP that writes the plain theme, and switches to it. The theme removes a filter of WordPress, because the filter
 * reads a file that php-wasm's WordPress lacks.
 */
const PLAIN_THEME = `$folder = get_theme_root() . '/plain';
  wp_mkdir_p( "$folder/templates" );
  file_put_contents( "$folder/style.css", "/*\nTheme Name: Plain\nVersion: 1.0\n*/" );
  file_put_contents(
    "$folder/functions.php",
    "<?php add_filter( 'styles_inline_size_limit', '__return_zero' ); remove_filter( 'block_editor_settings_all', 'wp_add_editor_classic_theme_styles' );"
  );
  $one  = '<!-- wp:post-title {"level":1} /--><!-- wp:post-content /-->';
  $list = '<!-- wp:query {"query":{"inherit":true}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title {"isLink":true} /--><!-- wp:post-excerpt /--><!-- /wp:post-template --></div><!-- /wp:query -->';
  $none = '<!-- wp:heading {"level":1} --><h1 class="wp-block-heading">Page not found</h1><!-- /wp:heading -->';
  foreach ( array( 'index' => $list, 'singular' => $one, '404' => $none ) as $name => $blocks ) {
    file_put_contents(
      "$folder/templates/$name.html",
      '<!-- wp:group {"tagName":"header"} --><header class="wp-block-group"><!-- wp:site-title {"level":0} /--></header><!-- /wp:group -->'
        . '<!-- wp:group {"tagName":"main"} --><main class="wp-block-group">' . $blocks . '</main><!-- /wp:group -->'
    );
  }
  switch_theme( 'plain' );`;

/** PHP that switches from WordPress's default theme to another theme. */
const SWITCH = { plain: PLAIN_THEME, largesse: `switch_theme( 'largesse' );` };

/** PHP that prints the names of stored data that no module declares. */
const UNDECLARED = `global $wpdb;
  // After an uninstallation, there is no table of records.
  $wpdb->suppress_errors();
  $stored   = require WP_PLUGIN_DIR . '/largesse/src/stored.php';
  $stored  += array_merge_recursive( $stored['plugin'], $stored['members'] );
  $names_in = static fn ( string $table, string $column ) => $wpdb->get_col( "SELECT DISTINCT $column FROM $table WHERE $column LIKE 'largesse_%' OR $column LIKE '_largesse_%' OR $column LIKE 'registry_api_%'" );
  $cron     = array_merge( ...array_map( 'array_keys', array_filter( _get_cron_array(), 'is_array' ) ) );
  echo implode( ', ', array(
    ...array_diff( $names_in( $wpdb->options, 'option_name' ), $stored['options'] ),
    ...array_diff( $names_in( $wpdb->postmeta, 'meta_key' ), $stored['post_meta'] ),
    ...array_diff( $names_in( $wpdb->usermeta, 'meta_key' ), $stored['user_meta'] ),
    ...array_diff( $wpdb->get_col( "SELECT DISTINCT kind FROM {$wpdb->prefix}largesse_records WHERE kind NOT LIKE 'test %'" ), $stored['records'] ),
    ...array_diff( preg_grep( '/largesse/', $cron ), $stored['events'] ),
  ) );`;

/** Line of the log about a failure of the service after a second. Under load, also fast failures take that long. */
const SLOW_FAILURE = /^\[[^\]]*\] Largesse: pages of the registry \d+ do not ask .*\n/gm;

/** Adds the test users to a WordPress. @param known existing users */
export async function withPeople(wordpress: Site['wordpress'], known?: readonly Account[]): Promise<Site> {
  try {
    const accounts = known ?? (await createAccounts(wordpress, testUsers.map(plan)));
    const [admin, owner, invitee, mailInvitee, stranger] = accounts;
    if (!admin || !owner || !invitee || !mailInvitee || !stranger) throw new Error('A test user is missing');
    const users = { admin, owner, invitee, mailInvitee, stranger };
    let read = 0;
    const complaints = async () => {
      const log = await wordpress.log();
      const unread = log.slice(read);
      read = log.length;
      return unread.replaceAll(SLOW_FAILURE, '');
    };
    const endLog = addLog('php', wordpress.log);
    const close = async () => {
      await endLog();
      const undeclared = await wordpress.run(UNDECLARED);
      const unread = await complaints();
      await wordpress.close();
      if (unread !== '') throw new Error(`PHP has complained:\n${unread}`);
      if (undeclared !== '') throw new Error(`No module of the plugin declares in stored(): ${undeclared}`);
    };
    return { url: wordpress.url, users, wordpress, complaints, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await wordpress.close();
    throw error;
  }
}

/**
 * PHP that adds options that new sites lack. Without an option, WordPress would look for it in the database in each
 * request. Also hides WordPress's toolbar from members, as the demonstration does, so that tests check only the
 * plugin's own parts of a page.
 */
const MISSING_OPTIONS = `foreach ( array( 'WPLANG', 'theme_switched', 'can_compress_scripts' ) as $option ) {
    add_option( $option, '' );
  }
  add_option( 'largesse_hide_toolbar', '1' );
  wp_set_option_autoload( 'using_application_passwords', true );`;

/**
 * Copies a site. First loads typical pages and compiles the plugin, so that the copy contains caches for most tests.
 */
async function copySite(wordpress: WordPress, accounts: Account[]): Promise<PreparedSite> {
  const [admin] = accounts;
  const image = await wordpress.copy(async () => {
    for (const path of ['/', '/wp-login.php', '/wp-json/wp/v2/users/me']) {
      const answer = await fetch(wordpress.url + path, { headers: { authorization: admin?.authorization ?? '' } });
      await answer.text();
    }
    await wordpress.run(
      `require_once ABSPATH . 'wp-admin/includes/admin.php';
      $files = new RecursiveIteratorIterator( new RecursiveDirectoryIterator( WP_PLUGIN_DIR . '/largesse/src' ) );
      foreach ( $files as $file ) {
        if ( 'php' === $file->getExtension() && ! opcache_is_script_cached( $file ) ) opcache_compile_file( $file );
      }`,
    );
  });
  return { image, accounts };
}

function plan(person: TestUser): AccountPlan {
  return {
    username: person.toLowerCase(),
    email: `${person.toLowerCase()}@people.example`,
    role: person === 'admin' ? 'administrator' : 'subscriber',
    password: loginPassword,
  };
}
