<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Closure;
use Largesse\Foundation\Service\FieldRules;

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
	public static function textarea( string $label, string $rule, int $most, string $initial = '' ): self {
		$attributes = array(
			'rows'      => 2,
			'maxlength' => $most,
			'dir'       => 'auto',
		);
		return new self( 'textarea', $label, $attributes, self::rule( $rule ), initial: $initial );
	}

	/** @return Closure(string): string A check for the rule of a field of the API. */
	public static function rule( string $field ): Closure {
		return static function ( string $text ) use ( $field ): string {
			$rule = FieldRules::problem( $field, $text );
			return null === $rule ? '' : FieldError::text( $field, $rule );
		};
	}
}
