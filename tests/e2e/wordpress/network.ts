import { readFile } from 'node:fs/promises';
import { openSite, type Site } from './site.ts';

const makeNetwork = new URL('./make-network.php', import.meta.url);

/** A WordPress with several sites. The usual test site is the main site. */
export interface Network extends Site {
  /** Creates a site in the folder `/name/`; returns its id. */
  addSite(name: string): Promise<number>;
  /** Runs PHP code on another site of the network; see `WordPress.run`. */
  runOn(site: number, php: string, input?: unknown): Promise<string>;
}

/**
 * Boots a WordPress, and turns it into a network with only a main site. The plugin stays active on the main site.
 * `admin` is the network's administrator.
 */
export async function openNetwork(options: Parameters<typeof openSite>[0] = {}): Promise<Network> {
  // The code is not fixed, because this function changes wp-config.php.
  const site = await openSite({ ...options, fixedCode: false });
  const { wordpress, url, users } = site;
  try {
    await wordpress.run((await readFile(makeNetwork, 'utf8')).replace(/^<\?php/, ''), url);
    await wordpress.run(
      `if ( ! is_multisite() ) throw new RuntimeException( 'This is no network' );
      update_site_option( 'site_admins', array( $input ) );
      // WordPress accepts application passwords only if this option is set. On a network, the option belongs to the
      // network. Before the site became a network, WordPress set only the site's own option.
      update_site_option( 'using_application_passwords', 1 );`,
      users.admin.username,
    );
    return {
      ...site,
      addSite: async (name) =>
        Number(
          await wordpress.run(
            `// For WordPress 6.5, to which a port is no part of a domain.
            add_filter( 'sanitize_user', fn ( $name, $raw ) => $raw, 10, 2 );
            $site = array( 'domain' => DOMAIN_CURRENT_SITE, 'path' => "/$input/", 'title' => $input, 'user_id' => 1 );
            $id = wp_insert_site( $site + array( 'network_id' => 1 ) );
            if ( is_wp_error( $id ) ) throw new RuntimeException( $id->get_error_message() );
            echo $id;`,
            name,
          ),
        ),
      runOn: (id, php, input) => wordpress.run(`switch_to_blog( ${id} ); ${php}`, input),
    };
  } catch (error) {
    await site.close();
    throw error;
  }
}
