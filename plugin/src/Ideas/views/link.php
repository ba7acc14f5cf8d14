<?php
/**
 * Link on the page of a registry to the page with ideas of guests. It is the same for everyone, with and without ideas.
 *
 * @var string $url Address of the page.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<a class="wp-element-button largesse-registry__action" href="<?php echo esc_url( $url ); ?>" rel="nofollow"><?php esc_html_e( 'Ideas and other gifts', 'largesse' ); ?></a>
