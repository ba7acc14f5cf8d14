<?php
/**
 * Link below the wishes of a registry to the page with ideas of guests. The link is the same for everyone, whether or
 * not there are ideas.
 *
 * @var string $url Address of the page.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-registry__below"><a href="<?php echo esc_url( $url ); ?>" rel="nofollow"><?php esc_html_e( 'Ideas and other gifts', 'largesse' ); ?></a></p>
