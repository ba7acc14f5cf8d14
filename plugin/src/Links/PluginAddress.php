<?php
declare( strict_types=1 );

namespace Largesse\Links;

use Largesse\Registry\RegistryPostType;

/** Recognizes addresses of the plugin's pages. */
final class PluginAddress {

	/**
	 * Checks whether an absolute address of this site leads to a registry, to My registries, or to another page of the
	 * plugin. Does not check whether the registry exists. So the result reveals nothing about private registries.
	 */
	public static function matches( string $address ): bool {
		wp_parse_str( (string) wp_parse_url( $address, PHP_URL_QUERY ), $query );
		$parameters = implode( ' ', array_keys( $query ) );
		if ( isset( $query[ RegistryPostType::NAME ] ) || RegistryPostType::NAME === ( $query['post_type'] ?? '' ) || preg_match( '/(^| )(largesse-|add-wish)/', $parameters ) ) {
			return true;
		}
		$structure = $GLOBALS['wp_rewrite']->get_extra_permastruct( RegistryPostType::NAME );
		$folder    = is_string( $structure ) ? strstr( $structure, '%', true ) : false;
		return self::is_below( $address, OwnerPage::exists() ? OwnerPage::url() : '' )
			|| self::is_below( $address, is_string( $folder ) ? home_url( $folder ) : '' );
	}

	/** Checks whether the path of an address begins with the path of another address, which may be empty. */
	private static function is_below( string $address, string $folder ): bool {
		$path = (string) wp_parse_url( $address, PHP_URL_PATH );
		$base = trailingslashit( (string) wp_parse_url( $folder, PHP_URL_PATH ) );
		return '' !== $folder && ( '/' === $base ? '/' === $path : str_starts_with( trailingslashit( $path ), $base ) );
	}
}
