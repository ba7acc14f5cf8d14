<?php
/**
 * Field that people neither see nor hear. Only programs fill it in.
 *
 * @version 2812ef24
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-unseen" aria-hidden="true">
	<label><?php esc_html_e( 'Leave this empty', 'largesse' ); ?> <input type="text" name="largesse-homepage" value="" tabindex="-1"
		autocomplete="off"></label>
</p>
