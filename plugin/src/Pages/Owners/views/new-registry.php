<?php
/**
 * Form for a new registry, on the page My registries. The script fills the placeholder with the form.
 *
 * @version 47586786
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-mine__page" data-largesse-page="frame"><?php Template::print( 'owners/placeholder' ); ?></div>
<?php
/** Fires below the form that creates a registry. */
do_action( 'largesse_after_create_form' );
