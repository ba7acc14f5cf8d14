<?php
/**
 * Title: Footer
 * Slug: largesse/footer
 * Inserter: no
 *
 * @package Largesse
 */

declare( strict_types=1 );

use function Largesse\Theme\my_gifts_url;

?>
<!-- wp:group {"align":"full","className":"largesse-bar largesse-footer","style":{"spacing":{"padding":{"top":"var:preset|spacing|40","bottom":"var:preset|spacing|40"}}},"fontSize":"small","layout":{"type":"constrained"}} -->
<div class="wp-block-group alignfull largesse-bar largesse-footer has-small-font-size" style="padding-top:var(--wp--preset--spacing--40);padding-bottom:var(--wp--preset--spacing--40)"><!-- wp:group {"align":"wide","style":{"spacing":{"blockGap":"0.25rem 1.5rem"}},"layout":{"type":"flex","flexWrap":"wrap","justifyContent":"space-between"}} -->
<div class="wp-block-group alignwide"><!-- wp:site-title {"level":0,"fontSize":"medium"} /-->

<!-- wp:site-tagline {"textColor":"muted","fontSize":"small"} /-->
<?php if ( '' !== my_gifts_url() ) : ?>

<!-- wp:paragraph -->
<p><a href="<?php echo esc_url( my_gifts_url() ); ?>"><?php esc_html_e( 'My gifts', 'largesse-theme' ); ?></a></p>
<!-- /wp:paragraph -->
<?php endif; ?>
<?php if ( '' !== get_privacy_policy_url() ) : ?>

<!-- wp:paragraph -->
<p><a href="<?php echo esc_url( get_privacy_policy_url() ); ?>"><?php esc_html_e( 'Privacy', 'largesse-theme' ); ?></a></p>
<!-- /wp:paragraph -->
<?php endif; ?>
</div>
<!-- /wp:group --></div>
<!-- /wp:group -->
