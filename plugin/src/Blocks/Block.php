<?php
declare( strict_types=1 );

namespace Largesse\Blocks;

use WP_Block;

/**
 * Renders a block in PHP. Its metadata stand in blocks/<name>/block.json.
 */
interface Block {

	/** Returns the name of its folder, which is its name after "largesse/". */
	public function name(): string;

	/**
	 * Renders the block.
	 *
	 * @param array<string, mixed> $attributes What the author of the page set.
	 */
	public function render( array $attributes, WP_Block $block ): string;
}
