<?php
declare( strict_types=1 );

namespace Largesse\Registries\Links;

use Largesse\Foundation\Html\SharedNames;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;

/** Addresses of the page My registries, on which members manage their registries, and of the plugin's other pages. */
final class OwnerPage {

	/** Option with the page's id; 0 while the page is being created. */
	public const OPTION = 'largesse_my_registries_page';

	public const BLOCK = 'largesse/my-registries';

	/** Name of the parameter that requests the gifts of a registry. */
	public const GIFTS = 'gifts';

	/** Returns the address of the page, or of a registry on it; of the screen in wp-admin if the page is missing. */
	public static function url( ?int $registry_id = null ): string {
		$page = self::id();
		if ( ! self::exists() ) {
			return admin_url(
				null === $registry_id ? 'edit.php?post_type=' . RegistryPostType::NAME : "post.php?post={$registry_id}&action=edit"
			);
		}
		$url = (string) get_permalink( $page );
		if ( null === $registry_id ) {
			return $url;
		}
		$query = array( RegistryPostType::NAME => $registry_id );
		if ( 'page' === get_option( 'show_on_front' ) && (int) get_option( 'page_on_front' ) === $page ) {
			// At the address "/", WordPress would show the registry that the parameter names, instead of the page.
			// Therefore, the query also names the page.
			$query = array( 'page_id' => $page ) + $query;
		}
		return add_query_arg( $query, $url );
	}

	/**
	 * Returns the address of the form for a new registry, or of the list in wp-admin if the page is missing.
	 *
	 * @param string $occasion Occasion that is chosen in the form: a key of contract/occasions.ts; '' for none.
	 */
	public static function form_url( string $occasion = '' ): string {
		return self::exists()
			? add_query_arg( SharedNames::START_PARAMETER, '' === $occasion ? '1' : rawurlencode( $occasion ), self::url() )
			: self::url();
	}

	/** Returns the address of the page with gifts. @param string $what Part of the page: `list`, or a download. */
	public static function gifts_url( int $registry_id, string $what = 'list' ): string {
		return add_query_arg( self::GIFTS, $what, self::url( $registry_id ) );
	}

	/** Checks whether the page exists, is public, and may contain the block. */
	public static function exists(): bool {
		$page = self::id() > 0 ? get_post( self::id() ) : null;
		// A pattern or a template may contain the block, too.
		return $page instanceof WP_Post && 'publish' === $page->post_status

				&& (
					has_block( self::BLOCK, $page )
					|| has_block( 'core/block', $page )
					|| has_block( 'core/pattern', $page )
					|| '' !== (string) get_page_template_slug( $page )
				);
	}

	/** Checks whether this request shows the page. */
	public static function is_shown(): bool {
		return is_page() && self::id() > 0 && is_page( self::id() );
	}

	/** Returns the registry that this request's page manages; null for none, or if the user lacks the capability. */
	public static function registry( string $capability = 'edit_post' ): ?WP_Post {
		$registry = self::is_shown() ? Registries::from_request() : null;
		return null !== $registry && current_user_can( $capability, $registry->ID ) ? $registry : null;
	}

	/** Returns the id of the page; 0 for none. */
	public static function id(): int {
		return (int) get_option( self::OPTION );
	}

	/**
	 * Checks whether an absolute address of this site leads to a registry, to My registries, or to another page of the
	 * plugin. Does not check whether the registry exists. So the result reveals nothing about private registries.
	 */
	public static function leads_to_plugin( string $address ): bool {
		wp_parse_str( (string) wp_parse_url( $address, PHP_URL_QUERY ), $query );
		$parameters = implode( ' ', array_keys( $query ) );
		if (
			isset( $query[ RegistryPostType::NAME ] )
			|| RegistryPostType::NAME === ( $query['post_type'] ?? '' )
			|| preg_match( '/(^| )(largesse-|add-wish)/', $parameters )
		) {
			return true;
		}
		$structure = $GLOBALS['wp_rewrite']->get_extra_permastruct( RegistryPostType::NAME );
		$folder    = is_string( $structure ) ? strstr( $structure, '%', true ) : false;
		return self::is_below( $address, self::exists() ? self::url() : '' )
			|| self::is_below( $address, is_string( $folder ) ? home_url( $folder ) : '' );
	}

	/** Checks whether the path of an address begins with the path of another address, which may be empty. */
	private static function is_below( string $address, string $folder ): bool {
		$path = (string) wp_parse_url( $address, PHP_URL_PATH );
		$base = trailingslashit( (string) wp_parse_url( $folder, PHP_URL_PATH ) );
		return '' !== $folder && ( '/' === $base ? '/' === $path : str_starts_with( trailingslashit( $path ), $base ) );
	}
}
