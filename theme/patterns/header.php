<?php
/**
 * Title: Header
 * Slug: largesse/header
 * Inserter: no
 *
 * @package Largesse
 */

declare( strict_types=1 );

use function Largesse\Theme\json_text;
use function Largesse\Theme\my_gifts_url;
use function Largesse\Theme\my_registries_url;

?>
<!-- wp:group {"align":"full","className":"largesse-bar","style":{"spacing":{"padding":{"top":"var:preset|spacing|30","bottom":"var:preset|spacing|30"}}},"layout":{"type":"constrained"}} -->
<div class="wp-block-group alignfull largesse-bar" style="padding-top:var(--wp--preset--spacing--30);padding-bottom:var(--wp--preset--spacing--30)"><!-- wp:group {"align":"wide","style":{"spacing":{"blockGap":"0.25rem 1rem"}},"layout":{"type":"flex","flexWrap":"wrap","justifyContent":"space-between"}} -->
<div class="wp-block-group alignwide"><!-- wp:site-title {"level":0} /-->

<!-- wp:navigation {"overlayMenu":"never","ariaLabel":<?php echo json_text( esc_html__( 'Main', 'largesse-theme' ) ); // phpcs:ignore WordPress.Security.EscapeOutput ?>,"style":{"spacing":{"blockGap":"0 1.25rem"}},"layout":{"type":"flex","flexWrap":"wrap"}} -->
<!-- wp:navigation-link {"label":<?php echo json_text( esc_html__( 'My registries', 'largesse-theme' ) ); // phpcs:ignore WordPress.Security.EscapeOutput ?>,"url":<?php echo json_text( esc_url( my_registries_url() ) ); // phpcs:ignore WordPress.Security.EscapeOutput ?>,"kind":"custom"} /-->
<?php // Guests find the link at the end of each page: on a phone, a third entry takes a line of the screen. ?>
<?php if ( is_user_logged_in() && '' !== my_gifts_url() ) : ?>

<!-- wp:navigation-link {"label":<?php echo json_text( esc_html__( 'My gifts', 'largesse-theme' ) ); // phpcs:ignore WordPress.Security.EscapeOutput ?>,"url":<?php echo json_text( esc_url( my_gifts_url() ) ); // phpcs:ignore WordPress.Security.EscapeOutput ?>,"kind":"custom"} /-->
<?php endif; ?>

<!-- wp:loginout /-->
<!-- /wp:navigation --></div>
<!-- /wp:group --></div>
<!-- /wp:group -->
