<?php
/**
 * Title: Occasions
 * Slug: largesse/occasions
 * Categories: largesse
 * Description: Wedding, baby, birthday and new home, each a link that starts a registry.
 * Keywords: wedding, baby, birthday, housewarming
 * Viewport Width: 1400
 *
 * @package Largesse
 */

declare( strict_types=1 );

use function Largesse\Theme\drawing;
use function Largesse\Theme\start_registry_url;

$tiles = array(
	'wedding'      => array( __( 'Weddings', 'largesse-theme' ), __( 'The table you will sit at for fifty years.', 'largesse-theme' ) ),
	'baby'         => array( __( 'Babies', 'largesse-theme' ), __( 'Small socks, and a mobile to look at.', 'largesse-theme' ) ),
	'birthday'     => array( __( 'Birthdays', 'largesse-theme' ), __( 'One wish for every candle.', 'largesse-theme' ) ),
	'housewarming' => array( __( 'New homes', 'largesse-theme' ), __( 'From the first kettle to the lemon tree.', 'largesse-theme' ) ),
);

?>
<!-- wp:group {"align":"full","style":{"spacing":{"padding":{"top":"var:preset|spacing|60","bottom":"var:preset|spacing|60"},"margin":{"top":"0","bottom":"0"}}},"layout":{"type":"constrained"}} -->
<div class="wp-block-group alignfull" style="margin-top:0;margin-bottom:0;padding-top:var(--wp--preset--spacing--60);padding-bottom:var(--wp--preset--spacing--60)"><!-- wp:heading {"align":"wide"} -->
<h2 class="wp-block-heading alignwide"><?php esc_html_e( 'For the days that matter', 'largesse-theme' ); ?></h2>
<!-- /wp:heading -->

<!-- wp:group {"align":"wide","style":{"spacing":{"blockGap":"var:preset|spacing|50"}},"layout":{"type":"grid","minimumColumnWidth":"max(7.5rem, 20%)"}} -->
<div class="wp-block-group alignwide"><?php foreach ( $tiles as $occasion => list( $name, $text ) ) : ?>
<!-- wp:group {"className":"largesse-tile","style":{"spacing":{"blockGap":"0.75rem"}},"layout":{"type":"default"}} -->
<div class="wp-block-group largesse-tile"><!-- wp:image {"sizeSlug":"full","linkDestination":"none","className":"largesse-drawing"} -->
<figure class="wp-block-image size-full largesse-drawing"><img src="<?php echo esc_url( drawing( $occasion ) ); ?>" alt=""/></figure>
<!-- /wp:image -->

<!-- wp:heading {"level":3,"fontSize":"large"} -->
<h3 class="wp-block-heading has-large-font-size"><a href="<?php echo esc_url( start_registry_url( $occasion ) ); ?>"><?php echo esc_html( $name ); ?></a></h3>
<!-- /wp:heading -->

<!-- wp:paragraph {"textColor":"muted"} -->
<p class="has-muted-color has-text-color"><?php echo esc_html( $text ); ?></p>
<!-- /wp:paragraph -->

</div>
<!-- /wp:group -->

<?php endforeach; ?></div>
<!-- /wp:group --></div>
<!-- /wp:group -->
