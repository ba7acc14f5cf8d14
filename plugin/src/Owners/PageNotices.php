<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Accounts\Registration;
use Largesse\Html\Escape;
use Largesse\Links\OwnerPage;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Prints notices that replace a registry on the page My registries: a request to log in, or why there is no registry.
 */
final class PageNotices {

	/**
	 * Prints a request to log in, which leads back afterwards.
	 *
	 * @param string $back Requested address.
	 */
	public static function sign_in( string $back ): void {
		/**
		 * Filters the request to sign in on the page My registries.
		 *
		 * @param array{text: string, login: string, register: string} $notice Text, and addresses at which visitors sign in and register.
		 */
		$notice = apply_filters(
			'largesse_sign_in_notice',
			array(
				'text'     => __( 'Your registries, and those that you are invited to, are waiting here for you.', 'largesse' ),
				'login'    => Registration::sign_in_url( $back ),
				'register' => Registration::url( $back ),
			)
		);
		?>
		<div class="largesse-mine__card largesse-mine__panel">
			<h2><?php esc_html_e( 'Please sign in', 'largesse' ); ?></h2>
			<p><?php echo esc_html( $notice['text'] ); ?></p>
			<p class="largesse-mine__buttons">
				<a class="wp-element-button largesse-mine__button" href="<?php echo esc_url( $notice['login'] ); ?>"><?php esc_html_e( 'Sign in', 'largesse' ); ?></a>
				<?php if ( Registration::is_open() ) : ?>
					<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $notice['register'] ); ?>"><?php esc_html_e( 'Create an account', 'largesse' ); ?></a>
				<?php endif; ?>
			</p>
			<?php if ( ! Registration::is_open() ) : ?>
				<p class="largesse-mine__hint"><?php echo esc_html( Registration::closed_note() ); ?></p>
			<?php endif; ?>
		</div>
		<?php
	}

	/**
	 * Prints that the visitor owns no such registry. Strangers do not learn whether it exists.
	 *
	 * @param WP_Post|null $readable The registry, if the visitor may read it.
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
					<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" dir="auto" href="<?php echo esc_url( (string) get_permalink( $readable ) ); ?>"><?php Escape::echo_escaped( str_replace( '%s', RegistryTitle::of( $readable ), __( 'View %s', 'largesse' ) ) ); ?></a>
				<?php endif; ?>
			</p>
		</div>
		<?php
	}

	/**
	 * Prints that a registry is in the trash, with a button to restore it.
	 *
	 * @param WP_Post $registry The registry, which the visitor may delete and so restore.
	 */
	public static function in_trash( WP_Post $registry ): void {
		// Not every browser sends a referrer.
		$back = rawurlencode( wp_make_link_relative( OwnerPage::url( $registry->ID ) ) );
		$take = wp_nonce_url( admin_url( "post.php?post={$registry->ID}&action=untrash&_wp_http_referer={$back}" ), "untrash-post_{$registry->ID}" );
		?>
		<div class="largesse-mine__card largesse-mine__panel">
			<h2><?php esc_html_e( 'This registry is in the trash', 'largesse' ); ?></h2>
			<?php /* translators: %s: title of a registry. */ ?>
			<p dir="auto"><?php Escape::echo_escaped( str_replace( '%s', RegistryTitle::of( $registry ), __( 'Nobody can open “%s” now. Take it out of the trash to go on with it; then choose again who may see it.', 'largesse' ) ) ); ?></p>
			<p class="largesse-mine__buttons">
				<a class="wp-element-button largesse-mine__button" href="<?php echo esc_url( $take ); ?>"><?php esc_html_e( 'Take it out of the trash', 'largesse' ); ?></a>
				<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( OwnerPage::url() ); ?>"><?php esc_html_e( 'My registries', 'largesse' ); ?></a>
			</p>
		</div>
		<?php
	}

	/** Prints that editing needs JavaScript, for browsers without it. */
	public static function without_script(): void {
		?>
		<noscript>
			<p class="largesse-mine__problem"><?php esc_html_e( 'You can read everything here. To change something, please switch JavaScript on in your browser.', 'largesse' ); ?></p>
		</noscript>
		<?php
	}
}
