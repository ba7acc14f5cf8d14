<?php
/**
 * Message on the page of a registry after its occasion. Guests can still give something.
 *
 * @version cbdf75e7
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-notice largesse-registry__over">
	<p><strong><?php esc_html_e( 'The day is over. Thank you for all your gifts!', 'largesse' ); ?></strong></p>
	<p><?php esc_html_e( 'The list stays here. If your gift is late, you can still choose it here.', 'largesse' ); ?></p>
</div>
