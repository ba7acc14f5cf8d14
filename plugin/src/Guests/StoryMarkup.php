<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use WP_HTML_Tag_Processor;

/**
 * Takes out of HTML what reaches beyond the story: whoever wrote it could else lay a false login over the page.
 * WordPress lets members write styles that position, the ids and classes of its own menus and toolbar, and directives of
 * its Interactivity API; administrators may write anything.
 */
final class StoryMarkup {

	/** Tags that stand in stories. Forms are not among them. */
	private const TAGS = array( 'a', 'abbr', 'address', 'aside', 'audio', 'b', 'bdo', 'big', 'blockquote', 'br', 'caption', 'cite', 'code', 'col', 'colgroup', 'dd', 'del', 'details', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'section', 'small', 'span', 'strike', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'tt', 'u', 'ul', 'var', 'video' );

	/**
	 * Returns HTML with nothing in it but what stands in stories, every tag closed that was opened.
	 *
	 * @param string $html Any HTML.
	 */
	public static function clean( string $html ): string {
		// Of a script or a field of a form not even its text is told. Where it does not end, nothing follows.
		$html = (string) preg_replace( '~<(script|style|textarea|select)\b.*?(?:</\1\s*>|\z)|<!--.*?(?:-->|\z)~is', '', $html );
		$html = wp_kses( $html, array_intersect_key( wp_kses_allowed_html( 'post' ), array_flip( self::TAGS ) ) );
		$tags = new WP_HTML_Tag_Processor( force_balance_tags( $html ) );
		while ( $tags->next_tag() ) {
			foreach ( $tags->get_attribute_names_with_prefix( '' ) ?? array() as $name ) {
				$value = $tags->get_attribute( $name );
				$kept  = StoryAttributes::kept( $name, is_string( $value ) ? $value : '' );
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
