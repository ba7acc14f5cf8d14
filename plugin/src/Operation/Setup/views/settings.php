<?php
/**
 * Page Settings → Largesse.
 *
 * @var CheckResult|null     $step         Next step of the setup; null if everything is set up.
 * @var string               $step_url     Address of the button or field for this step; empty if there is no step.
 * @var string               $start_url    Address of the question for whom the site is.
 * @var bool                 $has_registry Whether there is a registry.
 * @var string               $group        Group of the options.
 * @var string               $page         Name of the page with the sections of fields.
 * @var string               $advanced     Name of the page with the rare fields.
 * @var bool                 $has_error    Whether a rare field was refused.
 * @var list<array<string, mixed>> $buttons Data of `http/settings-button`.
 * @var array<string, mixed> $keys Data of `setup/keys`.
 *
 * @version e93705ee
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<style>
	/* Large enough for a finger: 44 px. */
	@media (max-width: 782px) {
		.wrap :is(.button, select, input:not([type="checkbox"])) { min-block-size: 44px }
		.wrap label:has(> input) { display: inline-block; padding-block: 14px }
		.wrap summary { padding-block: 13px }
	}
</style>
<div class="wrap">
	<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
	<?php if ( $step ) : ?>
		<div id="largesse-next-step" class="notice notice-info inline">
			<p><a href="<?php echo esc_url( $step_url ); ?>"><strong><?php
				/* translators: %s: what is to be done. */
				echo esc_html( sprintf( __( 'Next step: %s', 'largesse' ), $step->label ) );
			?></strong></a><br><?php echo esc_html( "{$step->description} {$step->remedy}" ); ?></p>
		</div>
	<?php else : ?>
		<div id="largesse-next-step" class="notice notice-success inline">
			<p><strong><?php esc_html_e( 'Everything is set up.', 'largesse' ); ?></strong><?php
				if ( ! $has_registry ) :
					?> <a href="<?php echo esc_url( largesse_my_registries_url() ); ?>"><?php esc_html_e( 'Create the first registry', 'largesse' ); ?></a><?php
				endif;
			?></p>
		</div>
	<?php endif; ?>
	<p><a class="button" href="<?php echo esc_url( $start_url ); ?>"><?php esc_html_e( 'For whom is this?', 'largesse' ); ?></a></p>
	<form action="options.php" method="post">
		<?php
		settings_fields( $group );
		do_settings_sections( $page );
		?>
		<details<?php echo $has_error ? ' open' : ''; ?>>
			<summary><?php esc_html_e( 'Advanced', 'largesse' ); ?></summary>
			<?php do_settings_sections( $advanced ); ?>
		</details>
		<?php
		submit_button();
		?>
	</form>
	<?php
	foreach ( $buttons as $button ) {
		largesse_print_template( 'http/settings-button', $button );
	}
	largesse_print_template( 'setup/keys', $keys );
	largesse_print_template( 'privacy/summary' );
	?>
</div>
