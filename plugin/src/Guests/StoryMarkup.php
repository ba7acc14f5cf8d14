<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use WP_HTML_Tag_Processor;

/**
 * Removes HTML that affects more than the story. Otherwise, an author could cover the page with a fake login form.
 *
 * WordPress itself would let members set positions in styles, and use directives of the Interactivity API. Members
 * could also use the ids and classes of WordPress's own menus and toolbar. Administrators could write anything.
 */
final class StoryMarkup {

	/** Tags allowed in stories. Forms are not allowed. */
	private const TAGS = array( 'a', 'abbr', 'address', 'aside', 'audio', 'b', 'bdo', 'big', 'blockquote', 'br', 'caption', 'cite', 'code', 'col', 'colgroup', 'dd', 'del', 'details', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'section', 'small', 'span', 'strike', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'tt', 'u', 'ul', 'var', 'video' );

	/** Returns sanitized HTML in which every tag is closed. */
	public static function clean( string $html ): string {
		// Remove scripts, styles and form fields with their text. For an unclosed element, also remove everything after
		// it.
		$html = (string) preg_replace( '~<(script|style|textarea|select)\b.*?(?:</\1\s*>|\z)|<!--.*?(?:-->|\z)~is', '', $html );
		$html = wp_kses( $html, array_intersect_key( wp_kses_allowed_html( 'post' ), array_flip( self::TAGS ) ) );
		$tags = new WP_HTML_Tag_Processor( force_balance_tags( $html ) );
		while ( $tags->next_tag() ) {
			foreach ( $tags->get_attribute_names_with_prefix( '' ) ?? array() as $name ) {
				$value = $tags->get_attribute( $name );
				$kept  = StoryAttributes::allowed( $name, is_string( $value ) ? $value : '' );
				if ( null === $kept ) {
					$tags->remove_attribute( $name );
				} elseif ( $kept !== $value && is_string( $value ) ) {
					$tags->set_attribute( $name, $kept );
				}
			}
		}
		return $tags->get_updated_html();
	}
}
