<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/** Chooses a language for a browser (RFC 9110, 12.5.4). */
final class AcceptedLanguage {

	/** Maximum number of characters that are read from the header. */
	private const LONGEST = 500;

	/**
	 * Returns the locale that a browser prefers.
	 *
	 * @param string       $accepted The header `Accept-Language`; may be empty.
	 * @param list<string> $locales  Locales of the site, such as `de_DE`.
	 * @param string       $usual    Locale for browsers that accept none of them.
	 */
	public static function best( string $accepted, array $locales, string $usual ): string {
		$weights = array();
		foreach ( explode( ',', substr( $accepted, 0, self::LONGEST ) ) as $range ) {
			if ( preg_match( '/^\s*([a-z]{2,3}(?:-[a-z0-9]+)*)\s*(?:;\s*q=(\d(?:\.\d{1,3})?)\s*)?$/iD', $range, $part ) ) {
				$weights += array( strtolower( str_replace( '-', '_', $part[1] ) ) => (float) ( $part[2] ?? 1 ) );
			}
		}
		arsort( $weights );
		// The site's own language comes first if the browser accepts several variants of it.
		$choices = array_unique( array( $usual, ...$locales ) );
		foreach ( array_filter( $weights ) as $tag => $weight ) {
			$same    = array_filter( $choices, static fn ( string $locale ): bool => strtolower( $locale ) === $tag );
			$related = array_filter(
				$choices,
				static fn ( string $locale ): bool => strtok( strtolower( $locale ), '_' ) === strtok( (string) $tag, '_' )
			);
			$found   = array( ...$same, ...$related );
			if ( $found ) {
				return $found[0];
			}
		}
		return $usual;
	}
}
