<?php
/**
 * Link on the page of a registry, for visitors who are not signed in: follow the list.
 *
 * @var string $url Address of the form.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<a class="wp-element-button largesse-registry__action" href="<?php echo esc_url( $url ); ?>" rel="nofollow"><?php esc_html_e( 'Follow this list', 'largesse' ); ?></a>
