<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\Service\RuleTexts;

/**
 * Tells people what to enter in a field that breaks a rule of the API. Rules that only a program can break stay as the API
 * words them.
 */
final class FieldMessages {

	/**
	 * Returns the message for a field that breaks a rule.
	 *
	 * @param string $field Name of the field.
	 * @param string $rule  The rule in the API's words.
	 */
	public static function of( string $field, string $rule ): string {
		preg_match_all( '/\d+/', $rule, $numbers );
		// Some rules are only about the number 1, and some about any.
		$kinds = array( $rule, (string) preg_replace( '/\d+/', '%d', $rule ) );
		foreach ( RuleTexts::messages() as $message ) {
			if ( array_intersect( $kinds, $message['rules'] ) && ( ! $message['fields'] || in_array( $field, $message['fields'], true ) ) ) {
				return str_replace( '%s', number_format_i18n( (int) end( $numbers[0] ) ), $message['text'] );
			}
		}
		return $rule;
	}
}
