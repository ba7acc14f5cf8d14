<?php
/**
 * Parts of other features among the settings of a registry. Scripts show them on the tab of the settings.
 *
 * @var int $id Id of the registry.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-mine__below-settings">
	<?php
	/**
	 * Fires where features print their own settings of a registry, for its owner.
	 *
	 * @param int $registry_id Id of the registry.
	 */
	do_action( 'largesse_after_managed_registry', $id );
	?>
</div>
