<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use WP_Error;

/**
 * Reason why a form has changed nothing. The page shows the form again with the message, the problems of its fields,
 * and everything that was typed. If the page needs more to show the form, the feature has a subclass with these values.
 */
class Refusal {

	/** Rule of a form that was opened too long ago, or before its sender signed in again. */
	public const LATE = 'late';

	/**
	 * @param string                $message  Message above the form; '' if the problems say enough.
	 * @param array<string, string> $problems Messages by field.
	 * @param string                $rule     Name of the broken rule; '' if the fields name it.
	 * @param int                   $wait     Seconds after which the sender may try again; 0 for none.
	 */
	public function __construct(
		public readonly int $status,
		public readonly string $message,
		public readonly array $problems = array(),
		public readonly string $rule = '',
		public readonly int $wait = 0
	) {}

	/** Converts the error of a change. Its data may contain the `status`, and the `field` that it is about. */
	public static function of( WP_Error $error ): self {
		$data  = (array) $error->get_error_data();
		$field = (string) ( $data['field'] ?? '' );
		return new self(
			(int) ( $data['status'] ?? 422 ),
			$error->get_error_message(),
			'' === $field ? array() : array( $field => $error->get_error_message() ),
			rule: (string) $error->get_error_code()
		);
	}

	/** Returns the refusal of a change that is no longer possible, because another guest was faster. */
	public static function too_late(): self {
		return new self( 409, __( 'Nothing has changed, because another guest was faster. Please look at the list again.', 'largesse' ) );
	}

	/** @param array<string, string> $problems Messages by field of a form that adds something. */
	public static function incorrect( array $problems, int $status = 422 ): self {
		return new self( $status, __( 'Nothing was added yet: please correct the marked fields.', 'largesse' ), $problems );
	}

	/** Returns the refusal of a form with an expired nonce. */
	public static function late(): self {
		return new self( 403, __( 'The page was open for too long, or you have signed in again. Please try again.', 'largesse' ), rule: self::LATE );
	}
}
