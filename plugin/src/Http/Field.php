<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Closure;
use Largesse\Service\FieldRules;
use Largesse\Service\Rules;

/** Declaration of a field of a form: how pages show it, and which values it accepts. Fields contains the values. */
final class Field {

	/**
	 * @param string                         $type       Type of the input, `textarea`, `select`, `radio` or `checkbox`.
	 * @param array<string, int|string>      $attributes Further attributes; without `required`, the label calls the field
	 *                                                   optional.
	 * @param (Closure(string): string)|null $check      Returns the message about a value, '' if it is valid; null: all
	 *                                                   values are valid.
	 * @param array<string, string>          $choices    Texts of the choices by value, for `select` and `radio`.
	 */
	public function __construct(
		public readonly string $type,
		public readonly string $label,
		public readonly array $attributes = array(),
		public readonly ?Closure $check = null,
		public readonly string $hint = '',
		public readonly string $initial = '',
		public readonly array $choices = array()
	) {}

	/** Returns an optional multi-line field with at most `$most` characters, and the rule of the API's field `$rule`. */
	public static function textarea( string $label, string $rule, int $most ): self {
		$attributes = array(
			'rows'      => 2,
			'maxlength' => $most,
			'dir'       => 'auto',
		);
		return new self( 'textarea', $label, $attributes, self::rule( $rule ) );
	}

	/** Returns the field with the name of a guest. A member's form begins with the display name. */
	public static function person( bool $is_needed = false, string $hint = '' ): self {
		$rule       = self::rule( 'giver_name' );
		$attributes = array(
			'maxlength'    => Rules::MAX_GIVER_NAME_CHARS,
			'autocomplete' => 'name',
		) + ( $is_needed ? array( 'required' => '' ) : array() );
		$check      = static fn ( string $typed ): string => $is_needed && '' === $typed ? __( 'Enter your name.', 'largesse' ) : $rule( $typed );
		return new self( 'text', __( 'Your name', 'largesse' ), $attributes, $check, $hint, (string) wp_get_current_user()->display_name );
	}

	/** Returns a field for an e-mail address with at most `$most` characters. A new form contains `$initial`. */
	public static function email( bool $is_needed, string $hint = '', string $initial = '', int $most = Rules::MAX_GIVER_EMAIL_CHARS ): self {
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
		return new self( 'email', __( 'E-mail address', 'largesse' ), $attributes, $check, $hint, $initial );
	}

	/** Returns the message about an incomplete e-mail address. */
	public static function incomplete_address( bool $is_needed ): string {
		return $is_needed
			? __( 'Enter a complete e-mail address, such as anna@example.com.', 'largesse' )
			: __( 'Enter an e-mail address such as ada@mail.example, or leave the field empty.', 'largesse' );
	}

	/** @return Closure(string): string A check for the rule of a field of the API. */
	public static function rule( string $field ): Closure {
		return static function ( string $text ) use ( $field ): string {
			$rule = FieldRules::problem( $field, $text );
			return null === $rule ? '' : FieldError::text( $field, $rule );
		};
	}
}
