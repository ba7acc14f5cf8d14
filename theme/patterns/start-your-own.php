<?php
/**
 * Title: Start your own
 * Slug: largesse/start-your-own
 * Categories: largesse
 * Description: A band with a button to start a registry.
 * Keywords: call to action, start
 * Viewport Width: 1400
 *
 * @package Largesse
 */

declare( strict_types=1 );

use function Largesse\Theme\drawing;
use function Largesse\Theme\start_registry_url;

?>
<!-- wp:group {"align":"full","style":{"spacing":{"padding":{"top":"var:preset|spacing|60","bottom":"var:preset|spacing|60"},"margin":{"top":"0","bottom":"0"}}},"backgroundColor":"tint","layout":{"type":"constrained"}} -->
<div class="wp-block-group alignfull has-tint-background-color has-background" style="margin-top:0;margin-bottom:0;padding-top:var(--wp--preset--spacing--60);padding-bottom:var(--wp--preset--spacing--60)"><!-- wp:image {"align":"center","sizeSlug":"full","linkDestination":"none","className":"largesse-drawing is-garland"} -->
<figure class="wp-block-image aligncenter size-full largesse-drawing is-garland"><img src="<?php echo esc_url( drawing( 'garland' ) ); ?>" alt=""/></figure>
<!-- /wp:image -->

<!-- wp:heading {"textAlign":"center"} -->
<h2 class="wp-block-heading has-text-align-center"><?php esc_html_e( 'Your own registry, as public as you like', 'largesse-theme' ); ?></h2>
<!-- /wp:heading -->

<!-- wp:paragraph {"align":"center","textColor":"muted","fontSize":"large"} -->
<p class="has-text-align-center has-muted-color has-text-color has-large-font-size"><?php esc_html_e( 'Show it to everyone, or only to the people you invite. You can change your mind at any time.', 'largesse-theme' ); ?></p>
<!-- /wp:paragraph -->

<!-- wp:buttons {"layout":{"type":"flex","justifyContent":"center"}} -->
<div class="wp-block-buttons"><!-- wp:button -->
<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="<?php echo esc_url( start_registry_url() ); ?>"><?php esc_html_e( 'Start your own', 'largesse-theme' ); ?></a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons -->
</div>
<!-- /wp:group -->
