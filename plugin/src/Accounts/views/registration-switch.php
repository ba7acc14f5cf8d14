<?php
/**
 * Section about registration on the settings page.
 *
 * @var string $id          Id of the section.
 * @var string $state       Sentence about who can register.
 * @var string $refusal     Why registration cannot be opened; empty if it can.
 * @var bool   $is_pressed  Whether the user has just pressed the button.
 * @var bool   $is_open     Whether registration is open.
 * @var string $network_url Address of the network's settings; empty for none.
 * @var bool   $has_button  Whether to show the button that opens registration.
 * @var string $form_url    Address of the form.
 * @var string $action      Name of the button, and action of the nonce.
 * @var string $nonce       Name of the field with the nonce.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section id="<?php echo esc_attr( $id ); ?>" aria-labelledby="<?php echo esc_attr( "{$id}-title" ); ?>">
	<h2 id="<?php echo esc_attr( "{$id}-title" ); ?>"><?php esc_html_e( 'Registration', 'largesse' ); ?></h2>
	<p><?php echo esc_html( $state ); ?></p>
	<?php if ( '' !== $refusal ) : ?>
		<p class="notice notice-<?php echo $is_pressed ? 'error' : 'warning'; ?> inline" role="<?php echo $is_pressed ? 'alert' : 'note'; ?>"><?php echo esc_html( $refusal ); ?></p>
	<?php elseif ( $is_pressed && $is_open ) : ?>
		<div class="notice notice-success inline" role="status"><p><?php esc_html_e( 'Registration is open.', 'largesse' ); ?></p></div>
	<?php endif; ?>
	<?php if ( '' !== $network_url ) : ?>
		<p><a class="button" href="<?php echo esc_url( $network_url ); ?>"><?php esc_html_e( 'Settings of the network', 'largesse' ); ?></a></p>
	<?php elseif ( $has_button ) : ?>
		<form action="<?php echo esc_url( $form_url ); ?>" method="post">
			<?php
			wp_nonce_field( $action, $nonce, false );
			submit_button( __( 'Let everybody register', 'largesse' ), 'secondary', $action );
			?>
		</form>
	<?php endif; ?>
</section>
