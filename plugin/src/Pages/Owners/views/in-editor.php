<?php
/**
 * Description of the page My registries, which the block editor shows instead of the user's registries.
 *
 * @version 9666d219
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__hint"><?php esc_html_e( 'Members see their own registries here, and a form to create one. Visitors are asked to sign in.', 'largesse' ); ?></p>
