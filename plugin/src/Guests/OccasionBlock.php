<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Blocks\Block;
use Largesse\Html\Template;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\Occasion;
use WP_Block;

/** Renders occasion and date of registries in lists and search results. Features can add people's names before it. */
final class OccasionBlock implements Block {

	public const CSS_CLASS = 'largesse-occasion';

	public function name(): string {
		return 'registry-occasion';
	}

	public function render( array $attributes, WP_Block $block ): string {
		$post_id  = (int) ( $block->context['postId'] ?? 0 );
		$registry = ShownRegistry::of_post( $post_id );
		$occasion = '';
		if ( $registry && ShownRegistry::is_open( $registry ) ) {
			/**
			 * Filters the names that the theme's occasion block shows before the occasion of a registry.
			 *
			 * @param string  $names    Plain text; '' for none.
			 * @param WP_Post $registry The registry, whose content the visitor may see.
			 */
			$names    = apply_filters( 'largesse_occasion_names', '', $registry );
			$occasion = Occasion::of( $registry, $names );
		} elseif ( null === $registry && SampleRegistry::is_preview_request( $this->name() ) ) {
			$occasion = SampleRegistry::occasion();
		}
		return '' === $occasion ? '' : self::html( $occasion, get_block_wrapper_attributes( array( 'class' => self::CSS_CLASS ) ) );
	}

	/** Renders the HTML of `registry/occasion` like the block. The wrapper is attributes of the paragraph as HTML. */
	public static function html( string $occasion, string $wrapper = 'class="' . self::CSS_CLASS . '"' ): string {
		return Template::render( 'guests/occasion-block', compact( 'wrapper', 'occasion' ) );
	}
}
