<?php
/**
 * Hint that asks invited people to sign in, on pages that are not found.
 *
 * @var bool   $is_signed_in Whether the visitor is signed in, perhaps with the wrong account.
 * @var string $sign_in_url  Address of the login, which leads back to this page.
 * @var string $register_url Address at which visitors create an account; empty if the site does not allow it.
 * @var string $closed_note  Text for people without an account if the site does not allow registration.
 *
 * @version 28f1c31c
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<aside class="largesse-hint" aria-label="<?php esc_attr_e( 'For invited people', 'largesse' ); ?>">
	<?php if ( $is_signed_in ) : ?>
		<p><?php esc_html_e( 'Were you invited to a registry? The invitation may be for another account or e-mail address of yours.', 'largesse' ); ?> <a class="largesse-hint__link" href="<?php echo esc_url( $sign_in_url ); ?>"><?php esc_html_e( 'Sign in with another account', 'largesse' ); ?></a></p>
	<?php elseif ( '' !== $register_url ) : ?>
		<p><?php esc_html_e( 'Were you invited to a registry?', 'largesse' ); ?> <a class="largesse-hint__link"
			href="<?php echo esc_url( $sign_in_url ); ?>"><?php esc_html_e( 'Sign in to see it', 'largesse' ); ?></a><br><?php esc_html_e( 'No account yet?', 'largesse' ); ?> <a class="largesse-hint__link"
			href="<?php echo esc_url( $register_url ); ?>"><?php esc_html_e( 'Create one', 'largesse' ); ?></a></p>
	<?php else : ?>
		<p><?php esc_html_e( 'Were you invited to a registry?', 'largesse' ); ?> <a class="largesse-hint__link"
			href="<?php echo esc_url( $sign_in_url ); ?>"><?php esc_html_e( 'Sign in to see it', 'largesse' ); ?></a><br><?php echo esc_html( $closed_note ); ?></p>
	<?php endif; ?>
</aside>
