<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Blocks;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		add_action( 'init', array( Blocks::class, 'register_blocks' ) );
		// After WordPress has added the styles of all blocks.
		add_action( 'enqueue_block_assets', array( Blocks::class, 'remove_unused_styles' ), 11 );
	}
}
