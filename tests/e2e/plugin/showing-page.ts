import { addCode } from '../wordpress/add-code.ts';
import type { Site } from '../wordpress/site.ts';

/** Contents of the page. */
export interface Shown {
  /** Id of the page or the registry that WordPress shows. */
  page: number;
  /** Data of the registry that the parameter `registry` selects. */
  registry: FlatRegistry | null;
}

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
 * Makes every page and registry of the site return its contents as JSON. Each page reads its registry twice, as two
 * parts of a theme would do.
 */
export async function addShowingPage(site: Site): Promise<void> {
  await addCode(
    site,
    `
add_action( 'template_redirect', function () {
	if ( ! is_singular() ) {
		return;
	}
	$requested = Largesse\\Registries\\Registry\\Registries::from_request()?->ID ?? 0;
	largesse_get_registry( $requested );
	wp_send_json( array(
		'page'     => get_queried_object_id(),
		'registry' => largesse_get_registry( $requested ),
	) );
}, 20 );`,
  );
}
