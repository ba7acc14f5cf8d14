<?php
/**
 * What every block of the plugin is.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Blocks;

use WP_Block;

/**
 * A block that PHP renders. Its metadata stand in blocks/<name>/block.json.
 */
interface Block {

	/**
	 * Name of its folder, which is its name after "largesse/".
	 */
	public function name(): string;

	/**
	 * The block as HTML.
	 *
	 * @param array<string, mixed> $attributes What the author of the page set.
	 * @param WP_Block             $block      The block, with its context.
	 */
	public function render( array $attributes, WP_Block $block ): string;
}
