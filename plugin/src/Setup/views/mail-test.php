<?php
/**
 * Section of the settings with a button that sends a test mail.
 *
 * @var string    $id       Id of the section.
 * @var string    $form_url Address of the form.
 * @var string    $action   Name of the button, and action of the nonce.
 * @var string    $nonce    Name of the field with the nonce.
 * @var string    $email    Address of the administrator.
 * @var bool|null $is_sent  Whether the site accepted the mail; null before the button is pressed.
 * @var string    $reason   Why the site did not accept the mail; may be empty.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section id="<?php echo esc_attr( $id ); ?>" aria-labelledby="<?php echo esc_attr( "{$id}-title" ); ?>">
	<h2 id="<?php echo esc_attr( "{$id}-title" ); ?>"><?php esc_html_e( 'Test the mail', 'largesse' ); ?></h2>
	<?php /* translators: %s: an e-mail address. */ ?>
	<p><?php echo esc_html( sprintf( __( 'Sends a mail to you, at %s.', 'largesse' ), $email ) ); ?></p>
	<form action="<?php echo esc_url( $form_url ); ?>" method="post">
		<?php
		wp_nonce_field( $action, $nonce, false );
		submit_button( __( 'Send a test mail', 'largesse' ), 'secondary', $action );
		?>
	</form>
	<?php if ( true === $is_sent ) : ?>
		<div class="notice notice-success inline" role="status"><p><?php esc_html_e( 'The mail was accepted. Check your inbox and your spam folder for it.', 'largesse' ); ?></p></div>
	<?php elseif ( false === $is_sent ) : ?>
		<p class="notice notice-error inline" role="alert"><?php echo esc_html( trim( __( 'The mail was not accepted. Ask your hosting provider how to send mail, or install a plugin for SMTP.', 'largesse' ) . " {$reason}" ) ); ?></p>
	<?php endif; ?>
</section>
