<?php
/**
 * Message on the page of a registry whose wishes cannot be read.
 *
 * @var string $again_url Address of the same page.
 * @var string $reason    Cause, for administrators; empty for all others.
 *
 * @version bb8edd56
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-notice is-drawn is-failure">
	<p><?php esc_html_e( 'The wishes cannot be shown right now. Please try again in a minute.', 'largesse' ); ?></p>
	<p><a class="wp-element-button largesse-try-again" href="<?php echo esc_url( $again_url ); ?>"><?php esc_html_e( 'Try again', 'largesse' ); ?></a></p>
	<?php if ( '' !== $reason ) : ?>
		<p><?php echo esc_html( $reason ); ?></p>
	<?php endif; ?>
</div>
