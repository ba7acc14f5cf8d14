<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Service\BrokenRule;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\MailAddress;
use Largesse\Foundation\Service\RuleTexts;
use WP_Error;

/** Error of one field: a message for people, and the name of the broken rule for programs. */
final class FieldError {

	/**
	 * @param string                             $rule  Name of a rule of the API (Rules::RULES) or of the site.
	 * @param int|float|string|list<string>|null $limit Limit of the rule: a number, a name or several names; null for
	 *         none.
	 */
	public function __construct(
		public readonly string $rule,
		public readonly string $message,
		public readonly int|float|string|array|null $limit = null
	) {}

	/** Returns the error of a field that breaks a rule of the API. */
	public static function of( string $field, BrokenRule $rule ): self {
		return new self( $rule->name, self::text( $field, $rule ), $rule->limit );
	}

	/**
	 * Returns the message for a broken rule. Some rules can be broken only by programs, not by people who fill in a form.
	 * The messages for such rules are the texts of the API.
	 */
	public static function text( string $field, BrokenRule $rule ): string {
		foreach ( RuleTexts::messages() as $message ) {
			$is_for_field = ! $message['fields'] || in_array( $field, $message['fields'], true );
			if (
				$is_for_field
				&& array_filter(
					$message['rules'],
					static fn ( array $one ) => $rule->name === $one[0] && ( $one[1] ?? $rule->limit ) === $rule->limit
				)
			) {
				return is_int( $rule->limit )
					? str_replace( '%s', Number::text( $rule->limit ), $message['text'] )
					: $message['text'];
			}
		}
		return $rule->text();
	}

	/** Returns the message for a typed e-mail address: `$usual` if it is incomplete, '' if it is valid. */
	public static function text_of_address( string $typed, string $usual ): string {
		$rule = FieldRules::problem( 'invitee', $typed );
		return match ( true ) {
			'format' === $rule?->name        => self::text( 'invitee', $rule ),
			'' === MailAddress::of( $typed ) => $usual,
			default                          => '',
		};
	}

	/**
	 * Converts the error of a refused change to a field error. The rule is in the error's data if refusal() created the
	 * error; otherwise, the error's code is the rule with the prefix `largesse_`.
	 */
	public static function of_error( WP_Error $error ): self {
		$data = (array) $error->get_error_data();
		return new self(
			$data['rule'] ?? str_replace( 'largesse_', '', (string) $error->get_error_code() ),
			$error->get_error_message(),
			$data['limit'] ?? null
		);
	}

	/** Converts this field error to the error of a refused change. of_error() converts it back. */
	public function refusal( string $code ): WP_Error {
		$data = array(
			'rule'  => $this->rule,
			'limit' => $this->limit,
		);
		return new WP_Error( $code, $this->message, $data );
	}

	/** @param array<string, self> $errors @return array<string, WP_Error> The same errors for other plugins, by field. */
	public static function errors( array $errors ): array {
		return array_map( static fn ( self $error ): WP_Error => $error->refusal( $error->rule ), $errors );
	}

	/** @param array<string, WP_Error> $errors @return array<string, self> The same errors, by field. */
	public static function of_errors( array $errors ): array {
		return array_map( self::of_error( ... ), $errors );
	}

	/** @param array<string, self> $errors Errors by field; the result contains their messages. */
	public static function messages( array $errors ): array {
		return array_map( static fn ( self $error ): string => $error->message, $errors );
	}
}
