<?php
/**
 * Form for a new registry, on the page My registries. The script fills the placeholder with the form.
 *
 * @version 03d68ef1
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-mine__page" data-largesse-page="frame">
	<?php
	largesse_print_template( 'owners/placeholder' );
	?>
</div>
<?php
/** Fires below the form that creates a registry. */
do_action( 'largesse_after_create_form' );
