<?php
/**
 * Form with which guests ask for a link to their gifts.
 *
 * @var string                     $notice  Why the form is shown again; may be empty.
 * @var array<string, string>      $hidden  Hidden fields by name.
 * @var list<array<string, mixed>> $fields  Data of `html/field`.
 * @var string                     $sign_in Address at which members sign in.
 *
 * @version d3038759
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<p><?php esc_html_e( 'Have you promised a gift on this site? We mail you a link to everything that you have promised.', 'largesse' ); ?></p>
	<?php if ( '' !== $notice ) : ?>
		<p class="largesse-giver__trouble" role="alert"><?php echo esc_html( $notice ); ?></p>
	<?php endif; ?>
	<form class="largesse-giver__form" method="post" action="<?php echo esc_url( home_url( '/' ) ); ?>">
		<?php largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $fields ) ); ?>
		<?php largesse_print_template( 'http/trap' ); ?>
		<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Send me the link', 'largesse' ); ?></button></p>
	</form>
	<p><?php esc_html_e( 'Do you have an account here?', 'largesse' ); ?> <a href="<?php echo esc_url( $sign_in ); ?>"><?php esc_html_e( 'Sign in', 'largesse' ); ?></a></p>
</div>
