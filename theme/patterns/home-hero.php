<?php
/**
 * Title: Home: hero
 * Slug: largesse/home-hero
 * Categories: largesse
 * Description: A heading, a button to start a registry, and a search for registries.
 * Keywords: hero, search, front page
 * Viewport Width: 1400
 *
 * @package Largesse
 */

declare( strict_types=1 );

use function Largesse\Theme\drawing;
use function Largesse\Theme\start_registry_url;

?>
<!-- wp:group {"align":"full","style":{"spacing":{"padding":{"top":"var:preset|spacing|60","bottom":"var:preset|spacing|60"},"margin":{"top":"0","bottom":"0"}}},"layout":{"type":"constrained"}} -->
<div class="wp-block-group alignfull" style="margin-top:0;margin-bottom:0;padding-top:var(--wp--preset--spacing--60);padding-bottom:var(--wp--preset--spacing--60)"><!-- wp:columns {"verticalAlignment":"center","align":"wide","style":{"spacing":{"blockGap":{"top":"var:preset|spacing|50","left":"var:preset|spacing|60"}}}} -->
<div class="wp-block-columns alignwide are-vertically-aligned-center"><!-- wp:column {"verticalAlignment":"center","width":"54%"} -->
<div class="wp-block-column is-vertically-aligned-center" style="flex-basis:54%"><!-- wp:heading {"level":1,"fontSize":"huge"} -->
<h1 class="wp-block-heading has-huge-font-size"><?php esc_html_e( 'One list of wishes, for everyone who loves you.', 'largesse-theme' ); ?></h1>
<!-- /wp:heading -->

<!-- wp:paragraph {"textColor":"muted","fontSize":"large"} -->
<p class="has-muted-color has-text-color has-large-font-size"><?php esc_html_e( 'Collect wishes from any shop, share one link, and everyone sees what is still open.', 'largesse-theme' ); ?></p>
<!-- /wp:paragraph -->

<!-- wp:buttons -->
<div class="wp-block-buttons"><!-- wp:button {"fontSize":"large"} -->
<div class="wp-block-button has-custom-font-size has-large-font-size"><a class="wp-block-button__link wp-element-button" href="<?php echo esc_url( start_registry_url() ); ?>"><?php esc_html_e( 'Start your own registry', 'largesse-theme' ); ?></a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons -->

<!-- wp:group {"className":"largesse-second","layout":{"type":"default"}} -->
<div class="wp-block-group largesse-second"><!-- wp:pattern {"slug":"largesse/find"} /--></div>
<!-- /wp:group -->

</div>
<!-- /wp:column -->

<!-- wp:column {"verticalAlignment":"center","width":"46%"} -->
<div class="wp-block-column is-vertically-aligned-center" style="flex-basis:46%"><!-- wp:image {"sizeSlug":"full","linkDestination":"none","className":"largesse-drawing is-wide"} -->
<figure class="wp-block-image size-full largesse-drawing is-wide"><img src="<?php echo esc_url( drawing( 'gifts' ) ); ?>" alt=""/></figure>
<!-- /wp:image -->

</div>
<!-- /wp:column --></div>
<!-- /wp:columns -->
</div>
<!-- /wp:group -->
