<?php
/**
 * Message above registries with similar names.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div role="status"><p class="largesse-near"><?php esc_html_e( 'There is no exact match. These are similar:', 'largesse' ); ?></p></div>
