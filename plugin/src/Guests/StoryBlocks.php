<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use WP_Block_Type_Registry;

/**
 * Reads the HTML of a story's blocks as their author saved it, and runs none of them: every member may write one, and
 * blocks that are run fetch addresses, print styles for the whole page, or show what is not the registry's.
 */
final class StoryBlocks {

	/** Blocks that stand in stories: those whose saved HTML shows all that the author wrote. */
	private const NAMES = array( 'button', 'buttons', 'code', 'column', 'columns', 'cover', 'gallery', 'group', 'heading', 'image', 'list', 'list-item', 'media-text', 'paragraph', 'preformatted', 'pullquote', 'quote', 'separator', 'spacer', 'table', 'verse' );

	/** Returns the HTML of a story, with paragraphs as WordPress makes them where it has no blocks. */
	public static function html( string $content ): string {
		if ( ! has_blocks( $content ) ) {
			return wpautop( $content );
		}
		$html = self::saved( parse_blocks( $content ) );
		// WordPress repeats the rest of the story in each block that is not closed, megabytes in all.
		return strlen( $html ) <= strlen( $content ) ? $html : (string) preg_replace( '/<!--.*?(?:-->|\z)/s', '', $content );
	}

	/** Adds the styles of the blocks in a story to the page, as WordPress does for blocks that it runs. */
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
	 * Returns the saved HTML of blocks, with the blocks in them; nothing of those that do not stand in stories.
	 *
	 * @param array<array<string, mixed>> $blocks Blocks, as WordPress parses them.
	 */
	private static function saved( array $blocks ): string {
		$html = '';
		foreach ( $blocks as $block ) {
			// What stands between blocks has no name.
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
