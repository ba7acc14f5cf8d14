<?php
/**
 * Message in place of the form of a gift.
 *
 * A script puts it in place of the form, so it has the same class.
 *
 * @var string $text Why the visitor cannot give this.
 * @var string $url  Where to go instead.
 * @var string $link Text of the link.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-give">
	<div class="largesse-notice is-drawn">
		<p><?php echo esc_html( $text ); ?></p>
		<p><a class="wp-element-button largesse-try-again" href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $link ); ?></a></p>
	</div>
</div>
