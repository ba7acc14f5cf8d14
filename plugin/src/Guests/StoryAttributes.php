<?php
declare( strict_types=1 );

namespace Largesse\Guests;

/**
 * Filters the attributes in a story. Keeps classes of blocks, and styles that affect only their own element.
 */
final class StoryAttributes {

	/** Classes of the allowed blocks, classes for the options of these blocks, and classes of the classic editor. */
	private const CLASSES = '/^(?:
		wp-block-(?:button|buttons|code|column|columns|cover|gallery|group|heading|image|list|media-text|paragraph|preformatted|pullquote|quote|separator|spacer|table|verse)(?:__[a-z0-9-]+)?
		| wp-image-\d+ | wp-element-(?:button|caption) | wp-caption(?:-text)? | size-[a-z0-9_]+ | columns-(?:\d|default)
		| align(?:left|center|right|none)
		| is-style-(?:default|dots|fill|large|outline|plain|regular|rounded|squared|stripes|wide)
		| is-position-(?:top|center|bottom)-(?:left|center|right) | has-custom-content-position
		| (?:is|are)-vertically-aligned-[a-z]+ | is-content-justification-[a-z-]+ | is-vertical
		| is-(?:cropped|dark|image-fill|image-fill-element|light|not-stacked-on-mobile|resized|stacked-on-mobile)
		| has-(?:alpha-channel-opacity|background|background-dim|background-dim-\d+|background-gradient|border-color|css-opacity|custom-font-size|custom-width|drop-cap|fixed-layout|inline-color|link-color|media-on-the-right|nested-images|text-color)
		| has-text-align-(?:left|center|right)
		| has-[a-z0-9-]+-(?:color|gradient-background|font-size|font-family)
		| blocks-gallery-(?:grid|item|caption) | no-border-radius
	)$/x';

	/** Style properties that change the appearance. Their values must not contain "url". */
	private const LOOKS = '/^(?:color|background(?:-color)?|border(?:-(?:top|right|bottom|left))?(?:-(?:color|style))?|text-(?:align|decoration|transform)|font-(?:family|style|variant|weight)|list-style-type|object-(?:fit|position)|aspect-ratio|direction|writing-mode)$/';

	/** Style properties that change sizes. Their values must be lengths. */
	private const SIZES = '/^(?:(?:min-|max-)?(?:width|height)|(?:margin|padding)(?:-(?:top|right|bottom|left))?|border(?:-(?:top|right|bottom|left))?-width|border(?:-(?:top|bottom)-(?:left|right))?-radius|flex-basis|font-size|line-height|grid-template-columns)$/';

	/** Lengths of 0 or more. A negative length could move an element outside the story. */
	private const LENGTHS = '/^(?:(?:auto|normal|(?:\d+(?:\.\d+)?|\.\d+)(?:px|em|rem|ex|ch|pt|vw|vh|fr|%)?|var\(--wp--preset--[a-z0-9-]+\))(?:\s+(?=\S)|$)){1,4}$/i';

	/**
	 * Returns the allowed part of an attribute; null if nothing is allowed.
	 *
	 * @param string $name  Name in lower case.
	 * @param string $value Decoded value.
	 */
	public static function allowed( string $name, string $value ): ?string {
		$kept = match ( true ) {
			'class' === $name => implode( ' ', (array) preg_grep( self::CLASSES, (array) preg_split( '/\s+/', $value ) ) ),
			'style' === $name => self::style( $value ),
			// Remove these attributes, because scripts and styles of the page may select elements by them.
			'id' === $name, 'name' === $name, str_starts_with( $name, 'data-' ) => '',
			default           => null,
		};
		return null === $kept ? $value : ( '' === $kept ? null : $kept );
	}

	/**
	 * Returns the declarations of a style that affect only their own element.
	 *
	 * @param string $style A style that WordPress considers safe.
	 */
	private static function style( string $style ): string {
		$kept = array();
		foreach ( explode( ';', $style ) as $declaration ) {
			list( $property, $value ) = array_map( 'trim', explode( ':', $declaration, 2 ) ) + array( 1 => '' );
			$property                 = strtolower( $property );
			$is_fine                  = 1 === preg_match( self::LOOKS, $property )
				? ! str_contains( strtolower( $value ), 'url' )
				: 1 === preg_match( self::SIZES, $property ) && 1 === preg_match( self::LENGTHS, $value );
			if ( $is_fine ) {
				$kept[] = "{$property}:{$value}";
			}
		}
		return implode( ';', $kept );
	}
}
