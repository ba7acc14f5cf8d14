<?php
/**
 * Address of a page in its head, for search engines.
 *
 * @var string $url The address.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<link rel="canonical" href="<?php echo esc_url( $url ); ?>">
