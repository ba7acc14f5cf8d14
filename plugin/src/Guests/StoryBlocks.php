<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use WP_Block_Type_Registry;

/**
 * Returns the HTML of a story's blocks as their author saved it, without running the blocks. Every member can write
 * blocks. Dynamic blocks could fetch addresses, print styles for the whole page, or show data of others.
 */
final class StoryBlocks {

	/** Blocks allowed in stories. Their saved HTML is complete, so they need not run. */
	private const NAMES = array( 'button', 'buttons', 'code', 'column', 'columns', 'cover', 'gallery', 'group', 'heading', 'image', 'list', 'list-item', 'media-text', 'paragraph', 'preformatted', 'pullquote', 'quote', 'separator', 'spacer', 'table', 'verse' );

	/** Returns the HTML of a story. If the story has no blocks, WordPress formats its paragraphs. */
	public static function html( string $content ): string {
		if ( ! has_blocks( $content ) ) {
			return wpautop( $content );
		}
		$html = self::saved( parse_blocks( $content ) );
		// For each unclosed block, WordPress's parser repeats the rest of the story. The HTML could grow to megabytes.
		// If the HTML is longer than the story, remove only the block comments from the story.
		return strlen( $html ) <= strlen( $content ) ? $html : (string) preg_replace( '/<!--.*?(?:-->|\z)/s', '', $content );
	}

	/** Enqueues the styles of a story's blocks, as WordPress does for blocks that it renders. */
	public static function enqueue_styles( string $content ): void {
		if ( ! has_blocks( $content ) ) {
			return;
		}
		foreach ( self::NAMES as $name ) {
			if ( has_block( $name, $content ) ) {
				$type = WP_Block_Type_Registry::get_instance()->get_registered( "core/{$name}" );
				array_map( 'wp_enqueue_style', $type->style_handles ?? array() );
			}
		}
	}

	/**
	 * Returns the saved HTML of allowed blocks, including inner blocks.
	 *
	 * @param array<array<string, mixed>> $blocks Blocks as WordPress parses them.
	 */
	private static function saved( array $blocks ): string {
		$html = '';
		foreach ( $blocks as $block ) {
			// A part without a name is HTML between blocks.
			if ( null !== $block['blockName'] && ! in_array( $block['blockName'], array_map( static fn ( string $name ) => "core/{$name}", self::NAMES ), true ) ) {
				continue;
			}
			$inner = 0;
			foreach ( $block['innerContent'] as $part ) {
				$html .= is_string( $part ) ? $part : self::saved( array( $block['innerBlocks'][ $inner++ ] ) );
			}
		}
		return $html;
	}
}
