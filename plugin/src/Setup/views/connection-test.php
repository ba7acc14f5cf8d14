<?php
/**
 * Section of the settings with a button that tests the connection to the service.
 *
 * @var string                                  $id       Id of the section.
 * @var string                                  $form_url Address of the form.
 * @var string                                  $action   Name of the button, and action of the nonce.
 * @var string                                  $nonce    Name of the field with the nonce.
 * @var string                                  $summary  Result in a sentence; empty before the button is pressed.
 * @var list<array{kind: string, html: string}> $findings Kind of the notice, and HTML of `setup/finding`.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section id="<?php echo esc_attr( $id ); ?>" aria-labelledby="<?php echo esc_attr( "{$id}-title" ); ?>">
	<h2 id="<?php echo esc_attr( "{$id}-title" ); ?>"><?php esc_html_e( 'Test the connection', 'largesse' ); ?></h2>
	<p><?php esc_html_e( 'Tests the saved settings step by step, and changes nothing.', 'largesse' ); ?></p>
	<form action="<?php echo esc_url( $form_url ); ?>" method="post">
		<?php
		wp_nonce_field( $action, $nonce, false );
		submit_button( __( 'Test the connection', 'largesse' ), 'secondary', $action );
		?>
	</form>
	<?php if ( '' !== $summary ) : ?>
		<p><strong><?php echo esc_html( $summary ); ?></strong></p>
		<ul>
			<?php foreach ( $findings as $finding ) : ?>
				<li class="notice notice-<?php echo esc_attr( $finding['kind'] ); ?> inline"><?php echo wp_kses_post( $finding['html'] ); ?></li>
			<?php endforeach; ?>
		</ul>
	<?php endif; ?>
</section>
