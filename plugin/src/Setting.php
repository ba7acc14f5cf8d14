<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * A declared field of Settings → Largesse: a checkbox if it has `$box`, a choice if it has `$choices`, and a whole number
 * if it has `$maximum`. Otherwise, the field is an input, and its option must be a setting of `Service\Settings`.
 */
final class Setting {

	/**
	 * @param string                $about    Help below the field.
	 * @param string                $box      Text beside the checkbox, whose option has the value "1" or "".
	 * @param string                $removal  Text beside the checkbox that removes a stored secret; '' if the value is not
	 *                                        secret.
	 * @param bool                  $is_rare  True for a field in the closed part “Advanced”.
	 * @param array<string, string> $choices  Texts of the choices, by value.
	 * @param int                   $maximum  Largest number; the smallest number is 1.
	 * @param int|string            $standard Value that applies while the option has no valid value.
	 */
	public function __construct(
		public readonly string $option,
		public readonly string $label,
		public readonly string $about,
		public readonly string $box = '',
		public readonly string $removal = '',
		public readonly bool $is_rare = false,
		public readonly array $choices = array(),
		public readonly int $maximum = 0,
		public readonly int|string $standard = ''
	) {}

	/** Checks whether the field belongs to a setting of `Service\Settings`, which environment variables can also set. */
	public function is_of_service(): bool {
		return '' === $this->box && array() === $this->choices && 0 === $this->maximum;
	}
}
