<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Blocks;

use Largesse\Hook;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'init', array( Blocks::class, 'register_blocks' ) ),
			// After WordPress has added the styles of all blocks.
			new Hook( 'enqueue_block_assets', array( Blocks::class, 'remove_unused_styles' ), 11 ),
		);
	}
}
