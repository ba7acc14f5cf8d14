<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Conditions for hooks that run on every page. Modules choose the conditions of their hooks (see Hook). This class
 * uses no other class, so that a page without registries takes little time.
 */
final class Conditions {

	/** Whether the request had any input. Stays true after LinkKey has removed the input from the request. */
	private static ?bool $has_input = null;

	/** @var array<string, array<int, bool>> Results of shows_page_of(), by option and by the id of the shown page. */
	private static array $shown = array();

	/**
	 * Checks whether the request has one of several parameters or form fields, whose names are separated by spaces.
	 * `any` stands for any parameter, any form field, and any cookie of the plugin.
	 */
	public static function has_input( string $names ): bool {
		// phpcs:disable WordPress.Security.NonceVerification -- Only checks whether there are any.
		self::$has_input ??= array() !== $_GET || array() !== $_POST || array() !== array_filter( array_keys( $_COOKIE ), static fn ( int|string $name ): bool => str_starts_with( (string) $name, 'largesse' ) );
		if ( ! self::$has_input || 'any' === $names ) {
			return self::$has_input;
		}
		foreach ( explode( ' ', $names ) as $name ) {
			// Links from the source of a page contain "&amp;", which LinkKey corrects later.
			if ( isset( $_GET[ $name ] ) || isset( $_GET[ "amp;{$name}" ] ) || isset( $_POST[ $name ] ) ) {
				return true;
			}
		}
		// phpcs:enable
		return false;
	}

	/** Checks whether the request has a header. @param string $name Name of the header in `$_SERVER`. */
	public static function has_header( string $name ): bool {
		return isset( $_SERVER[ $name ] );
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

	/** Checks whether the request is for wp-admin. */
	public static function is_admin(): bool {
		return is_admin();
	}

	/** Checks whether the request is for screens of wp-admin, for example `edit.php post.php`. */
	public static function is_screen( string $files ): bool {
		return is_admin() && in_array( $GLOBALS['pagenow'] ?? '', explode( ' ', $files ), true );
	}

	/** Checks whether neither the theme nor the login page renders this request: wp-admin, the cron, or the command line. */
	public static function is_without_theme(): bool {
		return ! wp_using_themes() && 'wp-login.php' !== ( $GLOBALS['pagenow'] ?? '' );
	}

	/** Checks whether WordPress found nothing at the address. */
	public static function is_not_found(): bool {
		return is_404();
	}

	/** Checks whether the site has never had a certain page. An option contains the id of that page. */
	public static function lacks_page_of( string $option ): bool {
		return false === get_option( $option );
	}

	/** Checks whether an administrator has reviewed suggestions for the privacy policy. WordPress then reports changes. */
	public static function has_reviewed_policy(): bool {
		$page = (int) get_option( 'wp_page_for_privacy_policy' );
		return $page > 0 && metadata_exists( 'post', $page, '_wp_suggested_privacy_policy_content' );
	}

	/** Checks whether the page is a registry, or its content has the registry block. */
	public static function shows_registry(): bool {
		return is_singular( 'registry' ) || ( is_singular() && has_block( 'largesse/registry' ) );
	}

	/** Checks whether the request shows a certain page. An option contains the id of that page. */
	public static function shows_page_of( string $option ): bool {
		$shown = is_page() ? get_queried_object_id() : 0;
		return $shown > 0 && ( self::$shown[ $option ][ $shown ] ??= (int) get_option( $option ) === $shown );
	}

	/** Checks whether the page shows something other than a single post or page, for example a list. */
	public static function has_no_post(): bool {
		return ! is_singular() || 0 === get_queried_object_id();
	}
}
