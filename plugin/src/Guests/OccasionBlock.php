<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Blocks\Block;
use Largesse\Html\Template;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\Occasion;
use WP_Block;

/**
 * Shows what a registry is for, and when: for lists of registries and search results; in the latter also whose it is, if
 * its owner lets others find it by names. Beside anything else it is not
 * there.
 */
final class OccasionBlock implements Block {

	/** Returns the name of the block's folder. */
	public function name(): string {
		return 'registry-occasion';
	}

	/**
	 * Renders the block.
	 *
	 * @param array<string, mixed> $attributes What the author of the page set.
	 */
	public function render( array $attributes, WP_Block $block ): string {
		$post_id  = (int) ( $block->context['postId'] ?? 0 );
		$registry = ShownRegistry::of_post( $post_id );
		$occasion = '';
		if ( $registry && ShownRegistry::is_open( $registry ) ) {
			$occasion = is_search() ? Occasion::found( $registry ) : Occasion::of( $registry );
		} elseif ( null === $registry && SampleRegistry::is_preview_request( $this->name() ) ) {
			$occasion = SampleRegistry::occasion();
		}
		return '' === $occasion ? '' : Template::render(
			'guests/occasion',
			array(
				'wrapper'  => get_block_wrapper_attributes( array( 'class' => 'largesse-occasion' ) ),
				'occasion' => $occasion,
			)
		);
	}
}
