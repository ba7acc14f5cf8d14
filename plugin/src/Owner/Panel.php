<?php
/**
 * Where there is nothing to keep.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Admin\PlainText;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Prints what those see who have to sign in first, or who may not manage what they ask for.
 */
final class Panel {

	/**
	 * Asks to sign in, and leads back afterwards.
	 *
	 * @param string $back Address that the visitor asked for.
	 */
	public static function sign_in( string $back ): void {
		?>
		<div class="largesse-mine__card largesse-mine__panel">
			<h2><?php esc_html_e( 'Please sign in', 'largesse' ); ?></h2>
			<p><?php esc_html_e( 'Your registries, and those that you are invited to, are waiting here for you.', 'largesse' ); ?></p>
			<p class="largesse-mine__buttons">
				<a class="wp-element-button largesse-mine__button" href="<?php echo esc_url( wp_login_url( $back ) ); ?>"><?php esc_html_e( 'Sign in', 'largesse' ); ?></a>
				<?php if ( get_option( 'users_can_register' ) ) : ?>
					<a class="largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( wp_registration_url() ); ?>"><?php esc_html_e( 'Create an account', 'largesse' ); ?></a>
				<?php endif; ?>
			</p>
		</div>
		<?php
	}

	/**
	 * Says that the visitor keeps no such registry. Whether there is one, only those hear who may read it.
	 *
	 * @param WP_Post|null $readable The registry, where the visitor may read it.
	 */
	public static function not_yours( ?WP_Post $readable ): void {
		?>
		<div class="largesse-mine__card largesse-mine__panel">
			<h2><?php esc_html_e( 'This registry is not yours to manage', 'largesse' ); ?></h2>
			<p><?php esc_html_e( 'Either it is gone, or it belongs to somebody else. Perhaps you are signed in with another account?', 'largesse' ); ?></p>
			<p class="largesse-mine__buttons">
				<a class="wp-element-button largesse-mine__button" href="<?php echo esc_url( OwnerPage::url() ); ?>"><?php esc_html_e( 'My registries', 'largesse' ); ?></a>
				<?php if ( $readable ) : ?>
					<?php /* translators: %s: title of a registry. */ ?>
					<a class="largesse-mine__button largesse-mine__button--quiet" dir="auto" href="<?php echo esc_url( (string) get_permalink( $readable ) ); ?>"><?php PlainText::show( str_replace( '%s', RegistryTitle::of( $readable ), __( 'View %s', 'largesse' ) ) ); ?></a>
				<?php endif; ?>
			</p>
		</div>
		<?php
	}

	/**
	 * Says that changing things needs JavaScript, and where it does not.
	 *
	 * @param string $url Address of the screen in wp-admin.
	 */
	public static function without_script( string $url ): void {
		?>
		<noscript>
			<p class="largesse-mine__problem"><?php esc_html_e( 'You can read everything here. To change something, please switch JavaScript on in your browser, or use the screen in the dashboard:', 'largesse' ); ?> <a href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'go to the dashboard', 'largesse' ); ?></a></p>
		</noscript>
		<?php
	}
}
