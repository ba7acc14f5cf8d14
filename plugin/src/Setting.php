<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * A declared field of Settings → Largesse: a checkbox if it has `$box`, a choice if it has `$choices`, a code of three
 * letters if it has `$suggestions`, and otherwise a whole number.
 */
final class Setting {

	/**
	 * @param string                $about    Help below the field.
	 * @param string                $box      Text beside the checkbox, whose option has the value "1" or "".
	 * @param array<string, string> $choices  Texts of the choices, by value.
	 * @param int                   $maximum  Largest number; the smallest number is 1.
	 * @param int|string            $standard Value that applies while the option has no valid value.
	 * @param list<string>          $suggestions Suggested codes.
	 */
	public function __construct(
		public readonly string $option,
		public readonly string $label,
		public readonly string $about,
		public readonly string $box = '',
		public readonly array $choices = array(),
		public readonly int $maximum = 0,
		public readonly int|string $standard = '',
		public readonly array $suggestions = array()
	) {}
}
