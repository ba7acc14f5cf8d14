<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Accounts\Registration;
use Largesse\Html\Template;
use Largesse\Links\OwnerPage;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Prints notices that the page My registries shows instead of a registry. The notices ask visitors to log in, or
 * explain why the page cannot show the registry.
 */
final class PageNotices {

	/** Prints a request to log in. @param string $back Address to which the visitor returns after the login. */
	public static function sign_in( string $back ): void {
		/**
		 * Filters the notice that asks visitors of the page My registries to sign in.
		 *
		 * @param array{text: string, login: string, register: string} $notice Text, and addresses at which visitors sign in and register.
		 */
		$notice = apply_filters(
			'largesse_sign_in_notice',
			array(
				'text'     => __( 'You will find your registries and your invitations here.', 'largesse' ),
				'login'    => Registration::sign_in_url( $back ),
				'register' => Registration::url( $back ),
			)
		);
		self::show(
			__( 'Please sign in', 'largesse' ),
			$notice['text'],
			array( $notice['login'] => __( 'Sign in', 'largesse' ) ) + ( Registration::is_open() ? array( $notice['register'] => __( 'Create an account', 'largesse' ) ) : array() ),
			hint: Registration::is_open() ? '' : Registration::closed_note()
		);
	}

	/**
	 * Prints that the visitor cannot manage the registry. Visitors who cannot read the registry do not learn whether it
	 * exists.
	 */
	public static function not_yours( ?WP_Post $readable ): void {
		$links = array( OwnerPage::url() => __( 'My registries', 'largesse' ) );
		if ( $readable ) {
			/* translators: %s: title of a registry. */
			$links[ (string) get_permalink( $readable ) ] = str_replace( '%s', RegistryTitle::of( $readable ), __( 'View %s', 'largesse' ) );
		}
		self::show(
			__( 'You cannot manage this registry', 'largesse' ),
			__( 'It no longer exists, or it belongs to somebody else. Perhaps you are signed in with another account?', 'largesse' ),
			$links
		);
	}

	/** Prints that a registry is in the trash, with a button to restore it. The visitor may delete the registry. */
	public static function in_trash( WP_Post $registry ): void {
		// Passes the address of this page, because not every browser sends a referrer.
		$back = rawurlencode( wp_make_link_relative( OwnerPage::url( $registry->ID ) ) );
		$take = wp_nonce_url( admin_url( "post.php?post={$registry->ID}&action=untrash&_wp_http_referer={$back}" ), "untrash-post_{$registry->ID}" );
		self::show(
			__( 'This registry is in the trash', 'largesse' ),
			/* translators: %s: title of a registry. */
			str_replace( '%s', RegistryTitle::of( $registry ), __( 'Nobody can open “%s” now. To continue with it, take it out of the trash, and choose again who may see it.', 'largesse' ) ),
			array(
				$take            => __( 'Take it out of the trash', 'largesse' ),
				OwnerPage::url() => __( 'My registries', 'largesse' ),
			)
		);
	}

	/** @param array<string, string> $links Texts of links by address; the first one is the main button. */
	private static function show( string $heading, string $text, array $links, string $hint = '' ): void {
		Template::print( 'owners/notice', compact( 'heading', 'text', 'links', 'hint' ) );
	}
}
