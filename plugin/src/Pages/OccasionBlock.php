<?php
/**
 * The occasion of a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Pages;

use Largesse\Blocks\Block;
use WP_Block;

/**
 * Says what a registry is for, and when: for lists of registries and search results. Beside anything else it is not
 * there.
 */
final class OccasionBlock implements Block {

	/**
	 * Name of the block's folder.
	 */
	public function name(): string {
		return 'registry-occasion';
	}

	/**
	 * The block as HTML.
	 *
	 * @param array<string, mixed> $attributes What the author of the page set.
	 * @param WP_Block             $block      The block, with its context.
	 */
	public function render( array $attributes, WP_Block $block ): string {
		$post_id  = (int) ( $block->context['postId'] ?? 0 );
		$registry = ShownRegistry::of_post( $post_id );
		$occasion = '';
		if ( $registry && ShownRegistry::is_open( $registry ) ) {
			$occasion = Occasion::of( $registry );
		} elseif ( null === $registry && SampleRegistry::is_asked_for( $this->name() ) ) {
			$occasion = SampleRegistry::occasion();
		}
		return '' === $occasion ? '' : '<p ' . get_block_wrapper_attributes( array( 'class' => 'largesse-occasion' ) ) . '>' . $occasion . '</p>';
	}
}
