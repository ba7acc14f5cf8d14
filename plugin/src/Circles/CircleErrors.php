<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use WP_Error;

/** Errors of refused changes. Each error contains the field and the rule (rules: Circles). */
final class CircleErrors {

	/** Field of errors that concern no field of a form. */
	public const NO_FIELD = '';

	public static function no_circle(): WP_Error {
		return self::of( self::NO_FIELD, 'no_circle', __( 'This circle no longer exists, or you are not in it.', 'largesse' ) );
	}

	public static function no_person(): WP_Error {
		return self::of( self::NO_FIELD, 'no_person', __( 'This person is no longer in the circle. Nothing was changed.', 'largesse' ) );
	}

	public static function forbidden(): WP_Error {
		return self::of( self::NO_FIELD, 'forbidden', __( 'You cannot change this here. Please ask an organizer of the circle.', 'largesse' ) );
	}

	public static function unconfirmed(): WP_Error {
		return self::of( self::NO_FIELD, 'unconfirmed', __( 'Please confirm the e-mail address of your account first.', 'largesse' ) );
	}

	public static function no_invitation(): WP_Error {
		return self::of( self::NO_FIELD, 'no_invitation', __( 'This invitation no longer works. Please ask the person who sent it for a new one.', 'largesse' ) );
	}

	/** Returns the error of a cleaned name that breaks a rule; null for a valid name. @param int $most Characters. */
	public static function of_name( string $field, string $name, int $most ): ?WP_Error {
		$rule = CircleRules::problem( $name, $most );
		return match ( $rule ) {
			null        => null,
			'not_blank' => self::of( $field, $rule, __( 'Enter a name.', 'largesse' ) ),
			/* translators: %s: a number of characters. */
			'maxLength' => self::of( $field, $rule, sprintf( __( 'A name has at most %s characters.', 'largesse' ), number_format_i18n( $most ) ), $most ),
			default     => self::of( $field, $rule, __( 'Remove the invisible or damaged characters from the name.', 'largesse' ) ),
		};
	}

	/**
	 * @param string $field Field that the error is about; may be NO_FIELD.
	 * @param int|null $limit Limit of the rule.
	 */
	public static function of( string $field, string $rule, string $message, ?int $limit = null ): WP_Error {
		return new WP_Error( "largesse_{$rule}", $message, compact( 'field', 'rule', 'limit' ) );
	}
}
