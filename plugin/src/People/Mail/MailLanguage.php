<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Foundation\Http\KeyedHash;

/**
 * Determines the language of mails to givers. A member gets mails in the language of their account. A guest gets mails
 * in the language of the page on which the guest gave something. The language of a guest is stored only if it differs
 * from the site's language.
 */
final class MailLanguage {

	/** Prefix of the transients' names. A hash of the purchase's id follows. */
	public const PREFIX = 'largesse_language_';

	/** Seconds for which a guest's language is stored. */
	private const KEPT = 400 * DAY_IN_SECONDS;

	/** Stores the language of this page for a guest's purchase. Stores nothing for the site's language. */
	public static function store( string $purchase_id ): void {
		if ( determine_locale() !== self::of_site() ) {
			set_transient( self::transient_name( $purchase_id ), determine_locale(), self::KEPT );
		}
	}

	/** Returns the locale of a purchase's giver. */
	public static function of_giver( array $purchase ): string {
		if ( is_int( $purchase['giver_user_id'] ?? null ) ) {
			return get_user_locale( $purchase['giver_user_id'] );
		}
		$known = get_transient( self::transient_name( (string) $purchase['id'] ) );
		return is_string( $known ) ? $known : get_locale();
	}

	/**
	 * Runs a function in a language. If the language is not installed, runs the function in the current language.
	 *
	 * @template T
	 * @param callable(): T $work
	 * @return T
	 */
	public static function run_in( string $locale, callable $work ): mixed {
		$is_another = determine_locale() !== $locale && switch_to_locale( $locale );
		try {
			return $work();
		} finally {
			if ( $is_another ) {
				restore_previous_locale();
			}
		}
	}

	/** Returns the language of the site's settings, regardless of the current page. */
	private static function of_site(): string {
		$locale = get_option( 'WPLANG', false );
		if ( false === $locale && is_multisite() ) {
			$locale = get_site_option( 'WPLANG' );
		}
		return is_string( $locale ) && '' !== $locale ? $locale : 'en_US';
	}

	/** Returns the name of a purchase's transient. A hash hides the purchase's id. */
	private static function transient_name( string $purchase_id ): string {
		return self::PREFIX . KeyedHash::of( 'language of ' . strtolower( $purchase_id ) );
	}
}
