<?php
/**
 * Page for managing a registry. It shows the title and an empty card until the script fills the page. The script moves
 * what other features print to the tabs Share and Settings.
 *
 * @var int    $id        Id of the registry.
 * @var string $title     Title of the registry.
 * @var string $guest_url Address of the registry as guests see it.
 * @var string $gifts_url Address of the list of gifts.
 *
 * @version a8e4b457
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

$links = array(
	$guest_url       => __( 'View as a guest', 'largesse' ),
	$gifts_url       => __( 'Gifts', 'largesse' ),
	largesse_my_registries_url() => __( 'All my registries', 'largesse' ),
);
largesse_print_template( 'owners/without-script', array( 'links' => $links ) );
/**
 * Fires on My registries above the page of a registry, on each of its tabs.
 *
 * @param int $registry_id Id of the registry.
 */
do_action( 'largesse_before_managed_registry', $id );
?>
<div class="largesse-mine__page" data-largesse-page="frame">
	<header class="largesse-mine__head">
		<h2 class="largesse-mine__title" dir="auto"><?php echo largesse_html( $title ); ?></h2>
	</header>
	<?php largesse_print_template( 'owners/placeholder' ); ?>
</div>
<div class="largesse-mine__printed" data-largesse-tab="share">
	<?php
	/**
	 * Fires below the link on the tab Share of a registry. Callbacks print other ways to share it.
	 *
	 * @param int $registry_id Id of the registry.
	 */
	do_action( 'largesse_sharing_sections', $id );
	?>
</div>
<div class="largesse-mine__printed" data-largesse-tab="settings">
	<?php if ( has_action( 'largesse_guest_settings' ) ) : ?>
		<details class="largesse-mine__card largesse-mine__fold">
			<summary><h3><?php esc_html_e( 'What guests may do', 'largesse' ); ?></h3></summary>
			<div class="largesse-mine__folded">
				<?php
				/**
				 * Fires among the settings of a registry. Callbacks print switches for what its guests may do.
				 *
				 * @param int $registry_id Id of the registry.
				 */
				do_action( 'largesse_guest_settings', $id );
				?>
			</div>
		</details>
	<?php endif; ?>
	<?php
	/**
	 * Fires below the settings of a registry. Callbacks print the settings of their feature.
	 *
	 * @param int $registry_id Id of the registry.
	 */
	do_action( 'largesse_after_managed_registry', $id );
	?>
</div>
