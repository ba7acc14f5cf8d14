<?php
/**
 * Link in the head of a page.
 *
 * @var string $rel Relation of the link to the page.
 * @var string $url Address of the link.
 *
 * @version 73501cf6
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<link rel="<?php echo esc_attr( $rel ); ?>" href="<?php echo esc_url( $url ); ?>">
