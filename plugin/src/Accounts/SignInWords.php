<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

/**
 * Replaces WordPress's "Log in" with the plugin's term "Sign in", in links and on the login page. In other languages,
 * WordPress and the plugin use the same term.
 */
final class SignInWords {

	/** Replaces the text of the login and logout link that themes show. */
	public function replace_in_link( mixed $link ): mixed {
		return is_string( $link ) ? str_replace( array( '>Log in<', '>Log out<' ), array( '>' . self::sign_in() . '<', '>' . self::sign_out() . '<' ), $link ) : $link;
	}

	/** Replaces the texts of the login page. */
	public function replace_on_page(): void {
		add_filter(
			'gettext_default',
			static fn ( mixed $text ): mixed => match ( $text ) {
				'Log in', 'Log In' => self::sign_in(),
				'Log out'          => self::sign_out(),
				default            => $text,
			}
		);
	}

	private static function sign_in(): string {
		return __( 'Sign in', 'largesse' );
	}

	private static function sign_out(): string {
		return __( 'Sign out', 'largesse' );
	}
}
