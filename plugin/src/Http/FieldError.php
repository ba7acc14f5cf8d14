<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\Service\BrokenRule;
use WP_Error;

/** Error of one field: a message for people, and the name of the broken rule for programs. */
final class FieldError {

	/**
	 * @param string                       $rule    Name of a rule of the API (Rules::RULES) or of the site.
	 * @param string                       $message Message beside the field.
	 * @param int|float|string|list<string>|null $limit   Limit that the rule names: a number, a name or several names;
	 *                                                    null for none.
	 */
	public function __construct(
		public readonly string $rule,
		public readonly string $message,
		public readonly int|float|string|array|null $limit = null
	) {}

	public static function of( string $field, BrokenRule $rule ): self {
		return new self( $rule->name, FieldMessages::of( $field, $rule ), $rule->limit );
	}

	/**
	 * Converts the error of a refused change to a field error. The rule is in the error's data if refusal() created the
	 * error; otherwise, the error's code is the rule with the prefix `largesse_`.
	 */
	public static function of_error( WP_Error $error ): self {
		$data = (array) $error->get_error_data();
		return new self( $data['rule'] ?? str_replace( 'largesse_', '', (string) $error->get_error_code() ), $error->get_error_message(), $data['limit'] ?? null );
	}

	/** Converts this field error to the error of a refused change. of_error() converts it back. */
	public function refusal( string $code ): WP_Error {
		$data = array(
			'rule'  => $this->rule,
			'limit' => $this->limit,
		);
		return new WP_Error( $code, $this->message, $data );
	}

	/**
	 * Returns the messages of errors.
	 *
	 * @param array<string, self> $errors Errors by field.
	 * @return array<string, string> Messages by field.
	 */
	public static function messages( array $errors ): array {
		return array_map( static fn ( self $error ): string => $error->message, $errors );
	}
}
