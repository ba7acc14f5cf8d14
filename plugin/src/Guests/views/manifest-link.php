<?php
/**
 * Link to the manifest of the app, in the head of the page My registries.
 *
 * @var string $url Address of the manifest.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<link rel="manifest" href="<?php echo esc_url( $url ); ?>">
