<?php
/**
 * The API's rules, in the language of the site.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

/**
 * Says what the API says of a field in the reader's language; the API speaks English alone. What it may say of the
 * fields of an item stands in api/src/http/validation.ts and contract/text.ts.
 */
final class ApiRules {

	/**
	 * A rule in the reader's language; one that is not known stays as it is.
	 *
	 * @param string $rule As the API says it.
	 */
	public static function translated( string $rule ): string {
		preg_match( '/\d+/', $rule, $number );
		$known = self::known()[ (string) preg_replace( '/\d+/', '%d', $rule, 1 ) ] ?? null;
		return null === $known ? $rule : sprintf( $known, (int) ( $number[0] ?? 0 ) );
	}

	/**
	 * The rules that are known, by what the API says.
	 *
	 * @return array<string, string>
	 */
	private static function known(): array {
		return array(
			'is required'                                 => __( 'is required', 'largesse' ),
			'is too large'                                => __( 'is too large', 'largesse' ),
			'must be a string'                            => __( 'must be a string', 'largesse' ),
			'must be a number or null'                    => __( 'must be a number or null', 'largesse' ),
			'must be a string or null'                    => __( 'must be a string or null', 'largesse' ),
			'must be a whole number'                      => __( 'must be a whole number', 'largesse' ),
			/* translators: %d: a number. */
			'must be greater than %d'                     => __( 'must be greater than %d', 'largesse' ),
			/* translators: %d: a number. */
			'must be %d or more'                          => __( 'must be %d or more', 'largesse' ),
			/* translators: %d: a number of characters. */
			'must be at least %d character'               => __( 'must be at least %d character', 'largesse' ),
			/* translators: %d: a number of characters. */
			'must be at least %d characters'              => __( 'must be at least %d characters', 'largesse' ),
			/* translators: %d: a number of characters. */
			'must be at most %d characters'               => __( 'must be at most %d characters', 'largesse' ),
			'must not contain NUL or unpaired surrogates' => __( 'must not contain NUL or unpaired surrogates', 'largesse' ),
			'must not be blank, nor contain NUL or unpaired surrogates' => __( 'must not be blank, nor contain NUL or unpaired surrogates', 'largesse' ),
			'must be an http or https address, without control characters' => __( 'must be an http or https address, without control characters', 'largesse' ),
		);
	}
}
