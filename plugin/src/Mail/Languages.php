<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Http\KeyedHash;

/**
 * Knows the language in which a giver wants to be written to: members chose theirs; for guests it is that of the page on
 * which they gave. That is remembered only where the site itself speaks another one.
 */
final class Languages {

	/** Seconds for which the language of a guest is remembered: until nobody knows the guest's name any more. */
	private const KEPT = 400 * DAY_IN_SECONDS;

	/** Remembers that a guest gave in the language of this page. */
	public static function remember( string $purchase_id ): void {
		if ( determine_locale() !== self::of_site() ) {
			set_transient( self::name( $purchase_id ), determine_locale(), self::KEPT );
		}
	}

	/**
	 * Returns the language of whoever made a purchase, as a locale.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 */
	public static function of_giver( array $purchase ): string {
		if ( is_int( $purchase['giver_user_id'] ?? null ) ) {
			return get_user_locale( $purchase['giver_user_id'] );
		}
		$known = get_transient( self::name( (string) $purchase['id'] ) );
		return is_string( $known ) ? $known : get_locale();
	}

	/**
	 * Does something while WordPress speaks a language, as far as it is installed.
	 *
	 * @template T
	 * @param string        $locale The language.
	 * @param callable(): T $work   What is to be done.
	 * @return T
	 */
	public static function speak( string $locale, callable $work ): mixed {
		$is_another = determine_locale() !== $locale && switch_to_locale( $locale );
		try {
			return $work();
		} finally {
			if ( $is_another ) {
				restore_previous_locale();
			}
		}
	}

	/** Returns the language that the site has been set to, whatever a page is shown in. */
	private static function of_site(): string {
		$locale = get_option( 'WPLANG', false );
		if ( false === $locale && is_multisite() ) {
			$locale = get_site_option( 'WPLANG' );
		}
		return is_string( $locale ) && '' !== $locale ? $locale : 'en_US';
	}

	/** Returns the name of the transient of a purchase, from which nobody can tell its id. */
	private static function name( string $purchase_id ): string {
		return 'largesse_language_' . KeyedHash::of( 'language of ' . strtolower( $purchase_id ) );
	}
}
