<?php
/**
 * Empty card that members see until the script fills the page. If the script takes too long, the card asks members to
 * reload the page.
 *
 * @version c0c87c3d
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-mine__blank"><p class="largesse-mine__late"><?php esc_html_e( 'This takes longer than usual. If nothing happens, please reload the page.', 'largesse' ); ?></p></div>
