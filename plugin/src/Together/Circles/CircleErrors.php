<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Format\Number;
use WP_Error;

/** Errors of refused changes. Each error contains the field and the rule (rules: Circles). */
final class CircleErrors {

	/** Returns the error of a cleaned name that breaks a rule; null for a valid name. @param int $most Characters. */
	public static function of_name( string $field, string $name, int $most ): ?WP_Error {
		$rule = CircleRules::problem( $name, $most );
		return null === $rule ? null : self::of( $rule, $field, $most );
	}

	/** Returns the error if a number has reached its limit; null otherwise. */
	public static function of_limit( string $rule, int $number, int $limit, string $field = '' ): ?WP_Error {
		return $number < $limit ? null : self::of( $rule, $field, $limit );
	}

	/** @param string $text Message about a rule without its own; for `unique_name`, the name. */
	public static function of( string $rule, string $field = '', ?int $limit = null, string $text = '' ): WP_Error {
		$number  = Number::text( $limit ?? 0 );
		$message = match ( $rule ) {
			'no_circle'       => __( 'This circle no longer exists, or you are not in it.', 'largesse' ),
			'no_person'       => __( 'This person is no longer in the circle. Nothing was changed.', 'largesse' ),
			'no_invitation'   => __( 'This invitation no longer works. Please ask the person who sent it for a new one.', 'largesse' ),
			'not_owner'       => __( 'This list no longer exists, or it is not yours.', 'largesse' ),
			'forbidden'       => __( 'You cannot change this here. Please ask an organizer of the circle.', 'largesse' ),
			'unconfirmed'     => __( 'Please confirm the e-mail address of your account first.', 'largesse' ),
			'not_blank'       => __( 'Enter a name.', 'largesse' ),
			'birthday'        => __( 'Enter a day and a month that exist, such as 24 and June. To remove the birthday, empty both.', 'largesse' ),
			/* translators: %s: a number of characters. */
			'maxLength'       => sprintf( __( 'A name has at most %s characters.', 'largesse' ), $number ),
			'clean_text'      => __( 'Remove the invisible or damaged characters from the name.', 'largesse' ),
			/* translators: %s: name of a person. */
			'unique_name'     => sprintf( __( 'Somebody in this circle is already called %s. Add a family name, for example.', 'largesse' ), $text ),
			/* translators: %s: a number of circles. */
			'max_circles'     => sprintf( __( 'You can be in at most %s circles. Leave one first.', 'largesse' ), $number ),
			/* translators: %s: a number of people. */
			'max_people'      => sprintf( __( 'A circle has at most %s people.', 'largesse' ), $number ),
			/* translators: %s: a number of people. */
			'max_wards'       => sprintf( __( 'You can look after at most %s people in a circle.', 'largesse' ), $number ),
			/* translators: %s: a number of invitations. */
			'max_invitations' => sprintf( __( 'A circle has at most %s open invitations. Withdraw one first.', 'largesse' ), $number ),
			/* translators: %s: a number. */
			'max_lists'       => sprintf( __( 'You have already opened %s lists to this circle, which is the maximum. Close one of them first.', 'largesse' ), $number ),
			default           => $text,
		};
		return new WP_Error( "largesse_{$rule}", $message, compact( 'field', 'rule', 'limit' ) );
	}
}
