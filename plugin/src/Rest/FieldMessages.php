<?php
/**
 * What is said of fields.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Rest;

/**
 * Says to people what is to be entered where a field breaks a rule of the API: all messages that stand beside the
 * fields of owners' forms. Rules that only a program can break stay as the API says them.
 */
final class FieldMessages {

	/** Rules that a field breaks in which nothing is written. */
	private const BLANK = array( 'is required', 'must not be blank', 'must be at least %d character', 'must not be blank, nor contain NUL or unpaired surrogates' );

	/** Rules about characters that no text holds. */
	private const CHARACTERS = 'must not contain NUL or unpaired surrogates';

	/**
	 * Gives the message for a field that breaks a rule.
	 *
	 * @param string $field Name of the field.
	 * @param string $rule  The rule in the API's words.
	 */
	public static function of( string $field, string $rule ): string {
		preg_match( '/\d+/', $rule, $number );
		$limit = (int) ( $number[0] ?? 0 );
		$kind  = (string) preg_replace( '/\d+/', '%d', $rule, 1 );
		$said  = in_array( $kind, self::BLANK, true ) ? self::blank( $field ) : self::wrong( $field, $kind, $limit );
		return '' === $said ? $rule : $said;
	}

	/**
	 * Gives what the script says of what it reads itself.
	 *
	 * @return array<string, string>
	 */
	public static function for_script(): array {
		return array(
			'notACount'    => self::whole(),
			/* translators: %s: a price, for example 19.99. */
			'notAPrice'    => __( 'Enter a price such as %s, or leave the field empty.', 'largesse' ),
			/* translators: 1, 2: two prices, as in "Did you mean 12,345 or 12.35?". */
			'unclearPrice' => __( 'Did you mean %1$s or %2$s?', 'largesse' ),
		);
	}

	/**
	 * Says what to enter in a field that must not be empty; '' for one that no form has.
	 *
	 * @param string $field Name of the field.
	 */
	private static function blank( string $field ): string {
		return match ( $field ) {
			'title'   => __( 'Enter a title.', 'largesse' ),
			'name'    => __( 'Enter a name.', 'largesse' ),
			'url'     => __( 'Enter the address of the product.', 'largesse' ),
			'invitee' => __( 'Enter a user name or an e-mail address.', 'largesse' ),
			default   => '',
		};
	}

	/**
	 * Says what to enter instead of something wrong; '' for a rule that no person breaks.
	 *
	 * @param string $field Name of the field.
	 * @param string $rule  The rule, "%d" for its number.
	 * @param int    $limit Its number.
	 */
	private static function wrong( string $field, string $rule, int $limit ): string {
		$is_count = in_array( $field, array( 'quantity_needed', 'quantity_purchased' ), true );
		return match ( true ) {
			/* translators: %s: a number of characters. */
			'must be at most %d characters' === $rule => sprintf( __( 'This is too long: write at most %s characters.', 'largesse' ), number_format_i18n( $limit ) ),
			self::CHARACTERS === $rule => __( 'There are characters in it that cannot be stored. Please type it anew.', 'largesse' ),
			in_array( $rule, array( 'must be an http or https address, without control characters', 'must be at least %d characters' ), true ) => __( 'Enter an address on the web, such as https://shop.example/kettle.', 'largesse' ),
			'must be a date, YYYY-MM-DD' === $rule    => __( 'Enter a day of the calendar.', 'largesse' ),
			'price' === $field && 'must be greater than %d' === $rule => __( 'Enter a price above zero, or leave the field empty.', 'largesse' ),
			'price' === $field && 'is too large' === $rule => __( 'Enter a lower price.', 'largesse' ),
			/* translators: %s: a number. */
			$is_count && 'must be %d or more' === $rule => sprintf( __( 'Enter %s or more.', 'largesse' ), number_format_i18n( $limit ) ),
			$is_count && 'is too large' === $rule     => __( 'Enter a smaller number.', 'largesse' ),
			$is_count && 'must be a whole number' === $rule => self::whole(),
			default                                   => '',
		};
	}

	/**
	 * Says that a number must be whole.
	 */
	private static function whole(): string {
		return __( 'Enter a whole number.', 'largesse' );
	}
}
