<?php
/**
 * Button that downloads the day of a registry as a calendar file.
 *
 * @var string $url Address of the file.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<a class="wp-element-button largesse-registry__action" href="<?php echo esc_url( $url ); ?>" rel="nofollow" download><?php esc_html_e( 'Save the date', 'largesse' ); ?></a>
