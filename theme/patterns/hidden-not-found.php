<?php
/**
 * Title: Page not found
 * Slug: largesse/not-found
 * Inserter: no
 *
 * @package Largesse
 */

declare( strict_types=1 );

use function Largesse\Theme\drawing;

?>
<!-- wp:group {"align":"wide","layout":{"type":"constrained","contentSize":"44rem","justifyContent":"left"}} -->
<div class="wp-block-group alignwide"><!-- wp:image {"sizeSlug":"full","linkDestination":"none","className":"largesse-drawing is-small"} -->
<figure class="wp-block-image size-full largesse-drawing is-small"><img src="<?php echo esc_url( drawing( 'step-share' ) ); ?>" alt=""/></figure>
<!-- /wp:image -->

<!-- wp:heading {"level":1} -->
<h1 class="wp-block-heading"><?php esc_html_e( 'We could not find this page', 'largesse-theme' ); ?></h1>
<!-- /wp:heading -->

<!-- wp:paragraph {"textColor":"muted","fontSize":"large"} -->
<p class="has-muted-color has-text-color has-large-font-size"><?php esc_html_e( 'Perhaps the link is incomplete, or only invited people can open this registry.', 'largesse-theme' ); ?></p>
<!-- /wp:paragraph -->

<!-- wp:group {"className":"largesse-sign-in-place","layout":{"type":"default"}} -->
<div class="wp-block-group largesse-sign-in-place"></div>
<!-- /wp:group -->

<!-- wp:pattern {"slug":"largesse/find"} /--></div>
<!-- /wp:group -->
