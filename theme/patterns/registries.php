<?php
/**
 * Title: Registries as cards
 * Slug: largesse/registries
 * Categories: largesse
 * Description: The newest public registries, each on a card.
 * Keywords: registry, grid, cards, list
 * Viewport Width: 1400
 *
 * @package Largesse
 */

declare( strict_types=1 );
?>
<!-- wp:group {"align":"full","style":{"spacing":{"padding":{"top":"var:preset|spacing|60","bottom":"var:preset|spacing|60"},"margin":{"top":"0","bottom":"0"}}},"layout":{"type":"constrained"}} -->
<div class="wp-block-group alignfull" style="margin-top:0;margin-bottom:0;padding-top:var(--wp--preset--spacing--60);padding-bottom:var(--wp--preset--spacing--60)"><!-- wp:heading {"align":"wide"} -->
<h2 class="wp-block-heading alignwide"><?php esc_html_e( 'Registries', 'largesse-theme' ); ?></h2>
<!-- /wp:heading -->

<?php
Largesse\Theme\card_list(
	'"perPage":6,"postType":"registry","inherit":false',
	__( 'There is no public registry yet.', 'largesse-theme' ),
	3,
	false
);
?>
</div>
<!-- /wp:group -->
