<?php
/**
 * Message above registries with similar names.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-near" role="status"><?php esc_html_e( 'There is no exact match. These are similar:', 'largesse' ); ?></p>
