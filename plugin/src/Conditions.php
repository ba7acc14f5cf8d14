<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Conditions for hooks that run on every page. This class uses no other class, so that a page without registries takes
 * little time.
 */
final class Conditions {

	/** Option with the id of the page My registries. */
	public const OWNER_PAGE_OPTION = 'largesse_my_registries_page';

	/** Name in `$_SERVER` of the header that contains the key of a page-caching gateway. */
	public const PAGE_KEY_HEADER = 'HTTP_X_LARGESSE_PAGE';

	/**
	 * True if the request had any parameters, any form, or a cookie of the plugin. Stays true after LinkKey has removed
	 * the input from the request.
	 *
	 * @var bool
	 */
	private static bool $has_input = false;

	/** Checks whether the request arrived with parameters, form fields, or a cookie of the plugin. */
	public static function has_input(): bool {
		// phpcs:ignore WordPress.Security.NonceVerification -- Only checks whether there are any.
		self::$has_input = self::$has_input || array() !== $_GET || array() !== $_POST || array() !== array_filter( array_keys( $_COOKIE ), static fn ( int|string $name ): bool => str_starts_with( (string) $name, 'largesse' ) );
		return self::$has_input;
	}

	/** Checks whether a page-caching gateway requests this page. */
	public static function has_page_key(): bool {
		return isset( $_SERVER[ self::PAGE_KEY_HEADER ] );
	}

	/** Checks whether the request is a search. */
	public static function is_search(): bool {
		return isset( $GLOBALS['wp']->query_vars['s'] );
	}

	/** Checks whether the page is the archive of an author. */
	public static function is_author_page(): bool {
		return is_author();
	}

	/** Checks whether the visitor is signed in. */
	public static function is_signed_in(): bool {
		return is_user_logged_in();
	}

	/** Checks whether the theme does not render this request: wp-admin, the REST API, the cron, or the command line. */
	public static function is_without_theme(): bool {
		return ! wp_using_themes();
	}

	/** Checks whether the page is a registry, or its content has the registry block. */
	public static function shows_registry(): bool {
		return is_singular( 'registry' ) || ( is_singular() && has_block( 'largesse/registry' ) );
	}

	/** Checks whether the page is My registries. */
	public static function shows_owner_page(): bool {
		$page = is_page() ? (int) get_option( self::OWNER_PAGE_OPTION ) : 0;
		return $page > 0 && is_page( $page );
	}

	/** Checks whether the page may need the manifest of the app. */
	public static function may_have_manifest(): bool {
		return self::has_input() || is_user_logged_in() || self::shows_owner_page();
	}

	/**
	 * Checks whether the page may need tags in its head. A single post or page without a registry needs no tags, unless
	 * it is the front page.
	 */
	public static function may_have_head_tags(): bool {
		return ! is_singular() || is_front_page() || 0 === get_queried_object_id() || self::shows_registry();
	}
}
