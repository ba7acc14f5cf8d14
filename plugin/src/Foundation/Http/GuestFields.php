<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Service\Rules;

/** Fields with which guests name themselves. */
final class GuestFields {

	/** Returns the field with the name of a guest. A member's form begins with the display name. */
	public static function name( bool $is_needed = false, string $hint = '' ): Field {
		$rule       = Field::rule( 'giver_name' );
		$attributes = array(
			'maxlength'    => Rules::MAX_GIVER_NAME_CHARS,
			'autocomplete' => 'name',
		) + ( $is_needed ? array( 'required' => '' ) : array() );
		$check      = static fn ( string $typed ): string => $is_needed
			&& '' === $typed ? __( 'Enter your name.', 'largesse' ) : $rule( $typed );
		return new Field(
			'text',
			__( 'Your name', 'largesse' ),
			$attributes,
			$check,
			$hint,
			(string) wp_get_current_user()->display_name
		);
	}

	/** Returns a field for an e-mail address with at most `$most` characters. A new form contains `$initial`. */
	public static function email(
		bool $is_needed,
		string $hint = '',
		string $initial = '',
		int $most = Rules::MAX_GIVER_EMAIL_CHARS
	): Field {
		$attributes = array(
			'maxlength'    => $most,
			'autocomplete' => 'email',
		) + ( $is_needed ? array( 'required' => '' ) : array() );
		$usual      = self::incomplete_address( $is_needed );
		$check      = static fn ( string $typed ): string => match ( true ) {
			'' === $typed && ! $is_needed => '',
			mb_strlen( $typed ) > $most   => $usual,
			default                       => FieldError::text_of_address( $typed, $usual ),
		};
		return new Field( 'email', __( 'E-mail address', 'largesse' ), $attributes, $check, $hint, $initial );
	}

	/** Returns the message about an incomplete e-mail address. */
	public static function incomplete_address( bool $is_needed ): string {
		return $is_needed
			? __( 'Enter a complete e-mail address, such as anna@example.com.', 'largesse' )
			: __( 'Enter an e-mail address such as ada@mail.example, or leave the field empty.', 'largesse' );
	}
}
