<?php
declare( strict_types=1 );

namespace Largesse\Guests;

/**
 * Protects a registry's block from WordPress's filters for finished pages. They search every tag and word for quotes,
 * smilies and pictures, in block themes even twice. For 24 wishes this takes longer than rendering them, and finds
 * nothing (see FilterShield). So a placeholder replaces the block until the page is sent.
 */
final class PutInLast {

	/**
	 * Rendered blocks by placeholder.
	 *
	 * @var array<string, string>
	 */
	private array $blocks = array();

	/** Starts buffering, to insert the blocks at the end of the page. */
	public function begin(): void {
		ob_start( fn ( string $html ): string => strtr( $html, $this->blocks ) );
		add_filter( 'render_block_largesse/registry', array( $this, 'hold' ), PHP_INT_MAX );
	}

	/**
	 * Stores a block of the page's own content, and returns its placeholder.
	 *
	 * @param mixed $html HTML of the block.
	 */
	public function hold( mixed $html ): mixed {
		// HTML for the head, or for another purpose, is not part of the page.
		if ( ! is_string( $html ) || ! in_the_loop() || ! is_main_query() || doing_action( 'wp_head' ) || doing_filter( 'get_the_excerpt' ) ) {
			return $html;
		}
		$mark = '<div class="largesse-' . wp_generate_uuid4() . '"></div>';

		$this->blocks[ $mark ] = $html;
		return $mark;
	}
}
