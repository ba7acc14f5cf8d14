<?php
/**
 * Screen with webhooks and their last deliveries.
 *
 * @var string                     $error        Reason why the screen shows no webhooks; may be empty.
 * @var bool                       $is_off       Whether webhooks are turned off in the service.
 * @var string                     $result       Result of the pressed button, as a sentence; may be empty.
 * @var bool                       $has_failed   Whether the result is a failure.
 * @var list<array<string, mixed>> $webhooks     Host, description, state, deliveries, and the values of the buttons.
 * @var string                     $docs_url     Address of the documentation of the service.
 * @var string                     $settings_url Address of the settings.
 * @var string                     $form_url     Address of the form.
 * @var string                     $action       Name of the buttons, and action of the nonce.
 * @var string                     $nonce        Name of the field with the nonce.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<style>
	.largesse-webhook li { padding-block: 8px; border-block-end: 1px solid #dcdcde }
	.largesse-webhook :is(h2, li) { overflow-wrap: anywhere }
	.largesse-webhook li .button { margin-inline-start: 8px; vertical-align: middle }
	/* Large enough for a finger: 44 px. */
	@media (max-width: 782px) {
		.largesse-webhook .button { min-block-size: 44px }
	}
</style>
<div class="wrap">
	<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
	<?php if ( '' !== $result ) : ?>
		<div class="notice notice-<?php echo $has_failed ? 'error' : 'success'; ?>" role="<?php echo $has_failed ? 'alert' : 'status'; ?>"><p><?php Escape::echo_escaped( $result ); ?></p></div>
	<?php endif; ?>
	<?php if ( $is_off ) : ?>
		<p><?php Escape::echo_escaped( $error ); ?></p>
	<?php elseif ( '' !== $error ) : ?>
		<div class="notice notice-error inline" role="alert"><p><strong><?php esc_html_e( 'Webhooks cannot be shown now.', 'largesse' ); ?></strong> <?php Escape::echo_escaped( $error ); ?> <a href="<?php echo esc_url( $settings_url ); ?>"><?php esc_html_e( 'Check the settings of Largesse', 'largesse' ); ?></a></p></div>
	<?php elseif ( ! $webhooks ) : ?>
		<p><?php esc_html_e( 'There are no webhooks. A webhook sends each change of wishes and gifts to another program.', 'largesse' ); ?> <a href="<?php echo esc_url( $docs_url ); ?>"><?php esc_html_e( 'How developers create one', 'largesse' ); ?></a></p>
	<?php endif; ?>
	<form action="<?php echo esc_url( $form_url ); ?>" method="post">
		<?php wp_nonce_field( $action, $nonce, false ); ?>
		<?php foreach ( $webhooks as $webhook ) : ?>
			<section class="largesse-webhook">
				<h2><?php Escape::echo_escaped( $webhook['host'] ); ?></h2>
				<?php if ( '' !== $webhook['description'] ) : ?>
					<p class="description"><?php Escape::echo_escaped( $webhook['description'] ); ?></p>
				<?php endif; ?>
				<?php if ( '' !== $webhook['state'] ) : ?>
					<p><strong><?php Escape::echo_escaped( $webhook['state'] ); ?></strong></p>
				<?php endif; ?>
				<?php if ( $webhook['deliveries'] ) : ?>
					<ul>
						<?php foreach ( $webhook['deliveries'] as $delivery ) : ?>
							<li><strong><?php Escape::echo_escaped( $delivery['event'] ); ?></strong><br><?php Escape::echo_escaped( $delivery['text'] ); ?>
							<?php if ( '' !== $delivery['resend'] ) : ?>
								<button class="button button-small" name="<?php echo esc_attr( $action ); ?>" value="<?php echo esc_attr( $delivery['resend'] ); ?>"><?php esc_html_e( 'Send again', 'largesse' ); ?></button>
							<?php endif; ?>
							</li>
						<?php endforeach; ?>
					</ul>
				<?php endif; ?>
				<p>
					<?php if ( '' !== $webhook['enable'] ) : ?>
						<button class="button" name="<?php echo esc_attr( $action ); ?>" value="<?php echo esc_attr( $webhook['enable'] ); ?>"><?php esc_html_e( 'Enable', 'largesse' ); ?></button>
					<?php endif; ?>
					<button class="button" name="<?php echo esc_attr( $action ); ?>" value="<?php echo esc_attr( $webhook['test'] ); ?>"><?php esc_html_e( 'Send a test', 'largesse' ); ?></button>
				</p>
			</section>
		<?php endforeach; ?>
	</form>
</div>
