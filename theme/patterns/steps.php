<?php
/**
 * Title: How it works, in three steps
 * Slug: largesse/steps
 * Categories: largesse
 * Description: Three small drawings that explain how a registry works.
 * Keywords: steps, how it works
 * Viewport Width: 1400
 *
 * @package Largesse
 */

declare( strict_types=1 );

use function Largesse\Theme\drawing;

$steps = array(
	'step-list'  => array( __( 'Make your list', 'largesse-theme' ), __( 'Say what you celebrate and when. Then add wishes from any shop, with a picture and a price.', 'largesse-theme' ) ),
	'step-share' => array( __( 'Share one link', 'largesse-theme' ), __( 'Send the link to everyone, or only to the people you choose. Guests need no account.', 'largesse-theme' ) ),
	'step-gift'  => array( __( 'Watch it come true', 'largesse-theme' ), __( 'Everyone sees what is still open, so no gift comes twice and no wish is forgotten.', 'largesse-theme' ) ),
);

?>
<!-- wp:group {"align":"full","style":{"spacing":{"padding":{"top":"var:preset|spacing|60","bottom":"var:preset|spacing|60"},"margin":{"top":"0","bottom":"0"}}},"backgroundColor":"tint","layout":{"type":"constrained"}} -->
<div class="wp-block-group alignfull has-tint-background-color has-background" style="margin-top:0;margin-bottom:0;padding-top:var(--wp--preset--spacing--60);padding-bottom:var(--wp--preset--spacing--60)"><!-- wp:heading {"align":"wide"} -->
<h2 class="wp-block-heading alignwide"><?php esc_html_e( 'How it works', 'largesse-theme' ); ?></h2>
<!-- /wp:heading -->

<!-- wp:group {"align":"wide","className":"largesse-steps","style":{"spacing":{"blockGap":"var:preset|spacing|50"}},"layout":{"type":"grid","minimumColumnWidth":"max(11rem, 25%)"}} -->
<div class="wp-block-group alignwide largesse-steps"><?php foreach ( $steps as $drawing => list( $name, $text ) ) : ?>
<!-- wp:group {"style":{"spacing":{"blockGap":"0.75rem"}},"layout":{"type":"default"}} -->
<div class="wp-block-group"><!-- wp:image {"sizeSlug":"full","linkDestination":"none","className":"largesse-drawing is-small"} -->
<figure class="wp-block-image size-full largesse-drawing is-small"><img src="<?php echo esc_url( drawing( $drawing ) ); ?>" alt=""/></figure>
<!-- /wp:image -->

<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading"><?php echo esc_html( $name ); ?></h3>
<!-- /wp:heading -->

<!-- wp:paragraph {"textColor":"muted"} -->
<p class="has-muted-color has-text-color"><?php echo esc_html( $text ); ?></p>
<!-- /wp:paragraph -->

</div>
<!-- /wp:group -->

<?php endforeach; ?></div>
<!-- /wp:group -->
</div>
<!-- /wp:group -->
