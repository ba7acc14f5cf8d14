<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;

/** Limits of circles, and rules for names (rules: Circles). */
final class CircleRules {

	/** Maximum numbers for a member: circles, people whom they look after in a circle, and lists opened to a circle. */
	public const MAX_CIRCLES = 20;
	public const MAX_WARDS   = 20;
	public const MAX_LISTS   = 50;

	/** Maximum numbers for a circle: people, and open invitations. */
	public const MAX_PEOPLE      = 100;
	public const MAX_INVITATIONS = 50;

	/** Number of lists on a page of a circle. */
	public const LISTS_PER_PAGE = 24;

	/** Maximum lengths of names, in characters. */
	public const CIRCLE_NAME_CHARS = 80;
	public const PERSON_NAME_CHARS = 60;

	/** Returns a submitted name on one line, without white space around it. */
	public static function clean( string $name ): string {
		return FieldRules::trim( (string) preg_replace( '/[\r\n\t]+/', ' ', $name ) );
	}

	/** Returns the name of the rule that a cleaned name breaks; null for none. @param int $most Characters. */
	public static function problem( string $name, int $most ): ?string {
		return match ( true ) {
			'' === $name                              => 'not_blank',
			mb_strlen( $name, 'UTF-8' ) > $most       => 'maxLength',
			// preg_match() returns false if the text is not UTF-8.
			1 !== preg_match( Rules::TEXT, $name )    => 'clean_text',
			! FieldRules::is_visible( $name )         => 'clean_text',
			default                                   => null,
		};
	}
}
