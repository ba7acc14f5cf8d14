<?php
/**
 * Form with which visitors create an account, and form with which they confirm their address.
 *
 * @var list<string>               $notices     Messages above the form.
 * @var string                     $intro       Sentence above the form; may be empty.
 * @var string                     $question    Question about the address; empty in the form for a new account.
 * @var array<string, string>      $hidden      Hidden fields by name.
 * @var list<array<string, mixed>> $fields      Data of `html/field`, in order.
 * @var string                     $button      Text of the button.
 * @var string                     $sign_in_url Address at which people with an account sign in; empty for none.
 *
 * @version 2004f207
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<?php foreach ( $notices as $notice ) : ?>
		<p class="largesse-giver__trouble" role="alert"><?php echo esc_html( $notice ); ?></p>
	<?php endforeach; ?>
	<?php if ( '' !== $intro ) : ?>
		<p dir="auto"><?php echo largesse_html( $intro ); ?></p>
	<?php endif; ?>
	<?php if ( '' !== $question ) : ?>
		<p><?php echo esc_html( $question ); ?></p>
	<?php endif; ?>
	<form class="largesse-giver__form" method="post" action="<?php echo esc_url( home_url( '/' ) ); ?>">
		<?php
		largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $fields ) );
		if ( '' === $question ) {
			// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's action: anti-spam plugins add their fields.
			do_action( 'register_form' );
			largesse_print_template( 'http/trap' );
		}
		?>
		<p class="largesse-giver__buttons">
			<button type="submit" class="wp-element-button largesse-giver__button"><?php echo esc_html( $button ); ?></button>
		</p>
	</form>
	<?php if ( '' !== $sign_in_url ) : ?>
		<p><?php esc_html_e( 'Do you have an account?', 'largesse' ); ?> <a href="<?php echo esc_url( $sign_in_url ); ?>"><?php esc_html_e( 'Sign in', 'largesse' ); ?></a></p>
	<?php endif; ?>
</div>
