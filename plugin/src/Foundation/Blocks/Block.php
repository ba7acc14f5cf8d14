<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Blocks;

use WP_Block;

/** A block rendered in PHP. Its metadata is in blocks/<name>/block.json. */
interface Block {

	/** Renders the block. @param array<string, mixed> $attributes Attributes set by the page's author. */
	public function render( array $attributes, WP_Block $block ): string;
}
