<?php
/** Registries in the theme. @package Largesse */

declare( strict_types=1 );

namespace Largesse\Theme;

add_filter( 'query_loop_block_query_vars', __NAMESPACE__ . '\\show_public_registries_only' );
add_filter( 'frontpage_template_hierarchy', __NAMESPACE__ . '\\respect_a_static_front_page' );

/** Returns the address of the page My registries. Also works without the plugin. */
function my_registries_url(): string {
	return function_exists( 'largesse_my_registries_url' ) ? largesse_my_registries_url() : home_url( '/my-registries/' );
}

/** Returns the address at which givers find everything that they have promised; '' without the plugin. */
function my_gifts_url(): string {
	return function_exists( 'largesse_my_gifts_url' ) ? largesse_my_gifts_url() : '';
}

/**
 * Returns the address at which the visitor starts a registry. Also works without the plugin.
 *
 * @param string $occasion Occasion that is already chosen there, such as `wedding`; '' for none.
 */
function start_registry_url( string $occasion = '' ): string {
	return function_exists( 'largesse_start_registry_url' )
		? largesse_start_registry_url( $occasion )
		: my_registries_url();
}

/**
 * Excludes private registries from card grids. Otherwise, WordPress would show members their own private registries,
 * and administrators all private registries.
 *
 * @param array<string, mixed> $query
 * @return array<string, mixed>
 */
function show_public_registries_only( array $query ): array {
	if ( in_array( 'registry', (array) ( $query['post_type'] ?? '' ), true ) ) {
		$query['post_status'] = 'publish';
	}
	return $query;
}

/**
 * Shows the static front page of the site, if it has one, instead of the theme's home page.
 *
 * @param list<string> $templates Names of templates, the most specific first.
 * @return list<string>
 */
function respect_a_static_front_page( array $templates ): array {
	return 'page' === get_option( 'show_on_front' ) ? array() : $templates;
}
