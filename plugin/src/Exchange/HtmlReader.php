<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Api\Rules;
use WP_Error;
use WP_HTML_Tag_Processor;

/**
 * Reads pages: our own, which hold the registry as JSON, bookmarks as browsers export them, and Amazon's lists. WordPress's
 * tag processor reads them once from front to back; it runs nothing, fetches nothing and knows no entities but HTML's.
 */
final class HtmlReader {

	/** Tells whether a text is HTML. */
	public static function knows( string $text ): bool {
		return 1 === preg_match( '/\A\s*(?:<!--.*?-->\s*)*<(?:!doctype\b|html|head|body|dl|dt|meta|title|script|ul|li|div)/is', substr( $text, 0, 4000 ) );
	}

	/** Reads a page. */
	public static function read( string $html ): FoundFile|WP_Error {
		$json = self::own( $html );
		if ( null !== $json ) {
			return JsonReader::read( $json, 'html' );
		}
		if ( 1 === preg_match( '/NETSCAPE-Bookmark-file/i', substr( $html, 0, 1000 ) ) ) {
			return self::bookmarks( $html );
		}
		return AmazonReader::knows_html( $html ) ? AmazonReader::read_html( $html ) : FileErrors::of( __( 'This page is none that can be read here: that are pages exported from Largesse, bookmarks of a browser, and wish lists of Amazon.', 'largesse' ) );
	}

	/** Returns the JSON in a page of ours; null for another page. */
	private static function own( string $html ): ?string {
		if ( ! str_contains( $html, ExportPage::ELEMENT ) ) {
			return null;
		}
		$tags = new WP_HTML_Tag_Processor( $html );
		while ( $tags->next_tag( 'script' ) ) {
			if ( ExportPage::ELEMENT === $tags->get_attribute( 'id' ) ) {
				return $tags->get_modifiable_text();
			}
		}
		return null;
	}

	/** Reads bookmarks; the folder that one is in is its heading. An address that occurs twice counts once. */
	private static function bookmarks( string $html ): FoundFile {
		$tags    = new WP_HTML_Tag_Processor( $html );
		$folders = array();
		$folder  = '';
		$links   = array();
		$inside  = '';
		while ( $tags->next_token() ) {
			if ( count( $links ) > Rules::MAX_FILE_WISHES ) {
				break;
			}
			$name = (string) $tags->get_token_name();
			$last = array_key_last( $links );
			if ( '#text' === $name ) {
				$text = $tags->get_modifiable_text();
				if ( 'H3' === $inside ) {
					$folder .= $text;
				} elseif ( null !== $last && ( 'A' === $inside || 'DD' === $inside ) ) {
					$links[ $last ][ $inside ] .= $text;
				}
			} elseif ( 'DL' === $name ) {
				$tags->is_tag_closer() ? array_pop( $folders ) : array_push( $folders, $folder );
				$inside = '';
			} elseif ( ! in_array( $name, array( 'A', 'H3', 'DT', 'DD' ), true ) ) {
				continue;
			} elseif ( $tags->is_tag_closer() ) {
				$inside = '';
			} else {
				$inside = $name;
				$folder = 'H3' === $name ? '' : $folder;
				if ( 'A' === $name ) {
					$links[] = array(
						'A'      => '',
						'DD'     => '',
						'url'    => trim( (string) $tags->get_attribute( 'href' ) ),
						'folder' => (string) end( $folders ),
					);
				}
			}
		}
		$found = array();
		foreach ( $links as $index => $link ) {
			$wish = self::bookmark( $index + 1, $link );

			$found[ $wish->key() ] ??= $wish;
		}
		return new FoundFile( 'bookmarks', array_values( $found ) );
	}

	/**
	 * Makes a wish of a bookmark.
	 *
	 * @param array<string, string> $link What was found of it.
	 */
	private static function bookmark( int $place, array $link ): FoundWish {
		$name   = trim( $link['A'] );
		$fields = array(
			'name'        => '' === $name ? LooseWish::name_of( $link['url'] ) : $name,
			'url'         => $link['url'],
			'description' => $link['DD'],
			'heading'     => $link['folder'],
		);
		return LooseWish::of( $place, $fields );
	}
}
