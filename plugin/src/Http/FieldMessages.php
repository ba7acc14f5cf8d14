<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\Service\BrokenRule;
use Largesse\Service\FieldRules;
use Largesse\Service\MailAddress;
use Largesse\Service\RuleTexts;

/**
 * Returns messages to show beside fields that break a rule of the API. Some rules can be broken only by programs, not
 * by people who fill in a form. The messages for such rules are the texts of the API.
 */
final class FieldMessages {

	public static function of( string $field, BrokenRule $rule ): string {
		foreach ( RuleTexts::messages() as $message ) {
			$is_for_field = ! $message['fields'] || in_array( $field, $message['fields'], true );
			if ( $is_for_field && array_filter( $message['rules'], static fn ( array $one ) => $rule->name === $one[0] && ( $one[1] ?? $rule->limit ) === $rule->limit ) ) {
				return is_int( $rule->limit ) ? str_replace( '%s', number_format_i18n( $rule->limit ), $message['text'] ) : $message['text'];
			}
		}
		return $rule->text();
	}

	/** Returns the message for a typed e-mail address: `$usual` if it is incomplete, '' if it is valid. */
	public static function of_address( string $typed, string $usual ): string {
		$rule = FieldRules::problem( 'invitee', $typed );
		return match ( true ) {
			'format' === $rule?->name        => self::of( 'invitee', $rule ),
			'' === MailAddress::of( $typed ) => $usual,
			default                          => '',
		};
	}
}
