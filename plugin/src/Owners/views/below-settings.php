<?php
/**
 * Container for settings that other features print for a registry. Scripts move these settings to the tab Settings.
 *
 * @var int $id Id of the registry.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-mine__below-settings">
	<?php
	/**
	 * Fires below the settings of a registry. Callbacks print the settings of their feature.
	 *
	 * @param int $registry_id Id of the registry.
	 */
	do_action( 'largesse_after_managed_registry', $id );
	?>
</div>
