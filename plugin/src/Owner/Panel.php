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
	 * Says that a registry is in the trash, with the way to take it out.
	 *
	 * @param WP_Post $registry The registry, which the visitor may delete, and so take out.
	 */
	public static function in_trash( WP_Post $registry ): void {
		// Not every browser says where it comes from.
		$back = rawurlencode( wp_make_link_relative( OwnerPage::url( $registry->ID ) ) );
		$take = wp_nonce_url( admin_url( "post.php?post={$registry->ID}&action=untrash&_wp_http_referer={$back}" ), "untrash-post_{$registry->ID}" );
		?>
		<div class="largesse-mine__card largesse-mine__panel">
			<h2><?php esc_html_e( 'This registry is in the trash', 'largesse' ); ?></h2>
			<?php /* translators: %s: title of a registry. */ ?>
			<p dir="auto"><?php PlainText::show( str_replace( '%s', RegistryTitle::of( $registry ), __( 'Nobody can open “%s” now. Take it out of the trash to go on with it; then choose again who may see it.', 'largesse' ) ) ); ?></p>
			<p class="largesse-mine__buttons">
				<a class="wp-element-button largesse-mine__button" href="<?php echo esc_url( $take ); ?>"><?php esc_html_e( 'Take it out of the trash', 'largesse' ); ?></a>
				<a class="largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( OwnerPage::url() ); ?>"><?php esc_html_e( 'My registries', 'largesse' ); ?></a>
			</p>
		</div>
		<?php
	}

	/**
	 * Says that changing things needs JavaScript.
	 */
	public static function without_script(): void {
		?>
		<noscript>
			<p class="largesse-mine__problem"><?php esc_html_e( 'You can read everything here. To change something, please switch JavaScript on in your browser.', 'largesse' ); ?></p>
		</noscript>
		<?php
	}
}
