import type { Site } from '../wordpress/site.ts';

/** What the page tells. */
export interface Shown {
  /** Id of the page or the registry that WordPress shows. */
  page: number;
  /** The registry that ?registry= asks for, flattened. */
  registry: FlatRegistry | null;
}

/** The flattened registry. */
export interface FlatRegistry {
  id: number;
  user_id: number;
  title: string;
  description: string;
  is_public: boolean;
  permalink: string;
  share_key: number;
  meta: Record<string, unknown>;
  items: Record<string, unknown>[];
}

/**
 * Makes every page and registry of the site answer what it shows, as JSON. The items are asked for twice, as two
 * blocks of one page would.
 */
export async function addShowingPage(site: Site): Promise<void> {
  await site.wordpress.run(
    'is_dir( WPMU_PLUGIN_DIR ) || mkdir( WPMU_PLUGIN_DIR ); file_put_contents( WPMU_PLUGIN_DIR . "/show.php", $input );',
    `<?php
use Largesse\\Api\\{Client, Settings};
use Largesse\\Registry\\{FlatRegistry, ItemCache, Registries, RegistryItems};
add_action( 'template_redirect', function () {
	if ( ! is_singular() ) {
		return;
	}
	$settings = new Settings();
	$items    = new RegistryItems( new Client( $settings ), new ItemCache( $settings->cache_seconds() ) );
	$registry = Registries::asked();
	$first    = $registry ? $items->of( $registry->ID ) : array();
	$again    = $registry ? $items->of( $registry->ID ) : array();
	wp_send_json( array(
		'page'     => get_queried_object_id(),
		'registry' => $registry ? FlatRegistry::of( $registry, is_wp_error( $again ) ? array() : $again ) : null,
	) );
}, 20 );`,
  );
}
