<?php
/**
 * Link to the page on which guests suggest wishes, below the wishes of a registry.
 *
 * @var string $url Address of the page.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-registry__below"><a class="wp-element-button largesse-registry__action" href="<?php echo esc_url( $url ); ?>" rel="nofollow"><?php esc_html_e( 'Suggest a wish to the owner', 'largesse' ); ?></a></p>
