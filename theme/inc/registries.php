<?php
/**
 * What the theme has to know of registries.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

use Largesse\Links\OwnerPage;

add_filter( 'query_loop_block_query_vars', __NAMESPACE__ . '\\show_public_registries_only' );
add_filter( 'frontpage_template_hierarchy', __NAMESPACE__ . '\\respect_a_static_front_page' );

/**
 * Returns the address at which members keep their registries.
 */
function my_registries_url(): string {
	return class_exists( OwnerPage::class ) ? OwnerPage::url() : home_url( '/my-registries/' );
}

/**
 * Keeps private registries out of card grids: WordPress would show people their own among those of others, and
 * administrators everybody's.
 *
 * @param array<string, mixed> $query What is asked of the database.
 * @return array<string, mixed>
 */
function show_public_registries_only( array $query ): array {
	if ( in_array( 'registry', (array) ( $query['post_type'] ?? '' ), true ) ) {
		$query['post_status'] = 'publish';
	}
	return $query;
}

/**
 * Shows the page that a site's owner chose as the front page, rather than the theme's home.
 *
 * @param list<string> $templates Names of templates, the most fitting first.
 * @return list<string>
 */
function respect_a_static_front_page( array $templates ): array {
	return 'page' === get_option( 'show_on_front' ) ? array() : $templates;
}
