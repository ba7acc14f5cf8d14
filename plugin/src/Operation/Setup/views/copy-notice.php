<?php
/**
 * Notice in wp-admin that this site is a copy.
 *
 * @var string $title What was found.
 * @var string $text  Explanation.
 * @var string $url   Address of the buttons with which to say what the site is.
 * @var string $link  Text of the link.
 *
 * @version 92d3bee8
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="notice notice-error largesse-copy">
	<p><strong><?php echo esc_html( $title ); ?></strong><br><?php echo esc_html( $text ); ?></p>
	<p><a href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $link ); ?></a></p>
</div>
