<?php
declare( strict_types=1 );

namespace Largesse\Guests;

/**
 * Keeps a registry's block out of what WordPress does with finished pages. It looks at each tag and each word of them for
 * quotes, smilies and pictures, in a theme of blocks even twice: of 24 wishes that takes it longer than showing them, and
 * it finds nothing (see FilterShield). So a mark stands in the place of the block until the page is sent.
 */
final class PutInLast {

	/**
	 * What is put in, by the marks that stand for it.
	 *
	 * @var array<string, string>
	 */
	private array $blocks = array();

	/** Waits for the page's end, and for the block as others have filtered it. */
	public function begin(): void {
		ob_start( fn ( string $html ): string => strtr( $html, $this->blocks ) );
		add_filter( 'render_block_largesse/registry', array( $this, 'hold' ), PHP_INT_MAX );
	}

	/**
	 * Keeps a block of the page's own content, and gives its mark.
	 *
	 * @param mixed $html The block.
	 */
	public function hold( mixed $html ): mixed {
		// What is made for the head, or for another purpose, is not part of what is sent.
		if ( ! is_string( $html ) || ! in_the_loop() || ! is_main_query() || doing_action( 'wp_head' ) || doing_filter( 'get_the_excerpt' ) ) {
			return $html;
		}
		$mark = '<div class="largesse-' . wp_generate_uuid4() . '"></div>';

		$this->blocks[ $mark ] = $html;
		return $mark;
	}
}
