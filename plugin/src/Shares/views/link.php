<?php
/**
 * Link to the page with the wishes that guests give together, below the wishes of a registry.
 *
 * @var string $url Address of the page.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-registry__below"><a class="wp-element-button largesse-registry__action" href="<?php echo esc_url( $url ); ?>" rel="nofollow"><?php esc_html_e( 'Give a wish together', 'largesse' ); ?></a></p>
