<?php
/**
 * Parts of other features below the settings of a registry. Scripts hide them on the other tabs.
 *
 * @var int $id Id of the registry.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-mine__below-settings">
	<?php
	/**
	 * Fires below the settings of a registry that its owner manages.
	 *
	 * @param int $registry_id Id of the registry.
	 */
	do_action( 'largesse_after_managed_registry', $id );
	?>
</div>
