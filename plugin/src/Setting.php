<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * A declared field of Settings → Largesse.
 */
final class Setting {

	/**
	 * @param string $about   Help below the field.
	 * @param string $box     Text beside the checkbox, whose option has the value "1" or "". If `$box` is '', the field
	 *                        is an input, and its option must be a setting of `Service\Settings`.
	 * @param string $removal Text beside the checkbox that removes a stored secret; '' if the value is not secret.
	 * @param bool   $is_rare True for a field in the closed part “Advanced”.
	 */
	public function __construct(
		public readonly string $option,
		public readonly string $label,
		public readonly string $about,
		public readonly string $box = '',
		public readonly string $removal = '',
		public readonly bool $is_rare = false
	) {}
}
