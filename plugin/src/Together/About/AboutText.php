<?php
declare( strict_types=1 );

namespace Largesse\Together\About;

use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;

/** Rules for the text "Good to know about me" (rules: Good to know), and for the sizes of earlier versions. */
final class AboutText {

	/** Returns a typed text with trimmed lines, without lines that show nothing. */
	public static function clean( string $typed ): string {
		return implode( "\n", FieldRules::lines( $typed ) );
	}

	/** Checks whether a clean text is too long. */
	public static function is_long( string $text ): bool {
		return mb_strlen( $text, 'UTF-8' ) > Rules::MAX_ABOUT_CHARS;
	}

	/**
	 * Returns the text that replaces sizes of earlier versions, with a line for each.
	 *
	 * @param mixed $sizes List of sizes with `label` and `value`. Anything else is ignored.
	 */
	public static function of_sizes( mixed $sizes ): string {
		$lines = array();
		foreach ( is_array( $sizes ) ? $sizes : array() as $size ) {
			$label = self::line( $size, 'label' );
			$value = self::line( $size, 'value' );
			$lines[] = '' === $label || '' === $value ? $label . $value : "{$label}: {$value}";
		}
		return self::clean( implode( "\n", $lines ) );
	}

	private static function line( mixed $size, string $field ): string {
		$text = is_array( $size ) ? $size[ $field ] ?? '' : '';
		return implode( ' ', is_string( $text ) ? FieldRules::lines( $text ) : array() );
	}
}
