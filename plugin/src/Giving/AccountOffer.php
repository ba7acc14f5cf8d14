<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Closure;
use Largesse\Accounts\Registration;
use Largesse\Html\FormFields;
use Largesse\Http\PrivatePage;
use Largesse\Links\OwnerPage;

/**
 * Offers givers to keep their gift in an account: to those who are signed in a button, to others the ways to an account
 * and back. Where nobody can open one it says whom to ask.
 */
final class AccountOffer {

	/** Returns the name of the nonce with which a gift is taken into an account. */
	public static function nonce( string $purchase_id ): string {
		return "largesse-keep-{$purchase_id}";
	}

	/**
	 * Checks whether a gift was given without an account; one that has a user stays with them.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 */
	public static function is_free( array $purchase ): bool {
		return null === $purchase['giver_user_id'] && true !== $purchase['is_owner'];
	}

	/**
	 * Renders the offer; nothing if the gift is in an account.
	 *
	 * @param array<string, mixed>    $purchase The purchase.
	 * @param Closure(string): string $form     Renders a form of the giver's page around some HTML.
	 */
	public static function html( array $purchase, Closure $form ): string {
		if ( ! self::is_free( $purchase ) ) {
			return '';
		}
		return '<section class="largesse-giver__copy" aria-labelledby="largesse-giver-account"><h2 id="largesse-giver-account">' . esc_html__( 'Keep your gifts in an account', 'largesse' ) . '</h2>'
			. ( is_user_logged_in() ? self::button( $purchase, $form ) : self::links() ) . '</section>';
	}

	/**
	 * Renders the button for a visitor who is signed in.
	 *
	 * @param array<string, mixed>    $purchase The purchase.
	 * @param Closure(string): string $form     Renders a form of the giver's page around some HTML.
	 */
	private static function button( array $purchase, Closure $form ): string {
		$text   = __( 'Then you find it under My registries on every device. If you gave it without a name, it comes with the name of your account when gifts are shown to the owner.', 'largesse' );
		$button = sprintf( '<button type="submit" class="wp-element-button largesse-giver__button largesse-giver__button--quiet" name="%s" value="%s">%s</button>', esc_attr( GiverPage::ACT ), esc_attr( GiverPage::KEEP ), esc_html__( 'Keep it in my account', 'largesse' ) );
		return '<p>' . esc_html( $text ) . '</p>' . $form( FormFields::hidden( '_wpnonce', wp_create_nonce( self::nonce( $purchase['id'] ) ) ) . $button );
	}

	/**
	 * Renders the ways to an account. They lead to My registries, where the gifts of this browser are offered: the key
	 * stays here.
	 */
	private static function links(): string {
		$back    = OwnerPage::url();
		$is_open = Registration::is_open();
		$text    = $is_open
			? __( 'With an account you find all that you give in one place, on every device. Come back in this browser, and you can take your gifts along.', 'largesse' )
			: __( 'Have you got an account here? Then sign in, and you can take your gifts along.', 'largesse' ) . ' ' . Registration::closed_note();
		return '<p>' . esc_html( $text ) . '</p><p class="largesse-giver__buttons">'
			. ( $is_open ? PrivatePage::link( Registration::url( $back ), __( 'Create an account', 'largesse' ) ) : '' )
			. PrivatePage::link( Registration::sign_in_url( $back ), __( 'Sign in', 'largesse' ) ) . '</p>';
	}
}
