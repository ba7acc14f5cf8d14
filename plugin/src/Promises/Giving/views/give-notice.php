<?php
/**
 * Message that replaces the form of a gift.
 *
 * A script replaces the form with this element, so both have the same class.
 *
 * @var string $text Reason why the visitor cannot give the wish.
 * @var string $url  Address of another page.
 * @var string $link Text of the link.
 *
 * @version 486d935f
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-give">
	<div class="largesse-notice is-drawn">
		<p><?php echo esc_html( $text ); ?></p>
		<p>
			<a class="wp-element-button largesse-try-again"
				href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $link ); ?></a>
		</p>
	</div>
</div>
