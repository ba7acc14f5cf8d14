<?php
/**
 * Empty card until the script fills the page. After a while it shows what to do if the script does not load.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-mine__blank"><p class="largesse-mine__late"><?php esc_html_e( 'This takes longer than usual. If nothing happens, please reload the page.', 'largesse' ); ?></p></div>
