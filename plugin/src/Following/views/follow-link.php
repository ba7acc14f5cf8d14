<?php
/**
 * Link to the form for following a list. Visitors who are not signed in see the link on the registry's page.
 *
 * @var string $url Address of the form.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<a class="wp-element-button largesse-registry__action" href="<?php echo esc_url( $url ); ?>" rel="nofollow"><?php esc_html_e( 'Follow this list', 'largesse' ); ?></a>
