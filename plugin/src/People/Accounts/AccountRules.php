<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Service\FieldRules;

/** Rules for the name and the password of an account (rules: Accounts). */
final class AccountRules {

	/** Limits in characters. */
	public const MOST_NAME      = 60;
	public const LEAST_PASSWORD = 8;
	private const MOST_PASSWORD = 200;

	/** Returns a typed name on one line, without markup. */
	public static function clean_name( string $typed ): string {
		return trim( (string) preg_replace( '/[\p{Cc}\p{Zl}\p{Zp}\s]+/u', ' ', wp_strip_all_tags( $typed ) ) );
	}

	/** Returns the message about a cleaned name; '' if it is valid. */
	public static function name_problem( string $name ): string {
		if ( ! FieldRules::is_visible( $name ) ) {
			return __( 'Enter your name.', 'largesse' );
		}
		/* translators: %s: a number. */
		return mb_strlen( $name ) > self::MOST_NAME ? sprintf( __( 'Enter a name of at most %s characters.', 'largesse' ), Number::text( self::MOST_NAME ) ) : '';
	}

	/** Returns the message about a password; '' if it is valid. @param string ...$known Name and address of the person. */
	public static function password_problem( string $password, string ...$known ): string {
		$length = mb_strlen( $password );
		return match ( true ) {
			/* translators: %s: a number. */
			$length < self::LEAST_PASSWORD => sprintf( __( 'Choose a password of at least %s characters.', 'largesse' ), Number::text( self::LEAST_PASSWORD ) ),
			/* translators: %s: a number. */
			$length > self::MOST_PASSWORD  => sprintf( __( 'Choose a password of at most %s characters.', 'largesse' ), Number::text( self::MOST_PASSWORD ) ),
			in_array( mb_strtolower( $password ), array_map( mb_strtolower( ... ), $known ), true )
				=> __( 'Choose a password that is not your name or address.', 'largesse' ),
			default                        => '',
		};
	}
}
