<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Accounts\Registration;
use Largesse\Links\OwnerPage;

/**
 * Offer to keep a gift in an account. Logged-in users get a button. Other visitors get links to log in or register.
 */
final class AccountOffer {

	/** Returns the name of the nonce in the form that adds a gift to an account. */
	public static function nonce( string $purchase_id ): string {
		return "largesse-keep-{$purchase_id}";
	}

	/**
	 * Returns the variables of the template `giving/account-offer`; null if the gift is in an account.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param array<string, mixed> $form     Data of `giving/giver-form` without its action.
	 * @return array<string, mixed>|null
	 */
	public static function data( array $purchase, array $form ): ?array {
		if ( ! Purchases::is_free( $purchase ) ) {
			return null;
		}
		if ( ! is_user_logged_in() ) {
			return self::links();
		}
		$form['hidden'] += array( '_wpnonce' => wp_create_nonce( self::nonce( $purchase['id'] ) ) );
		return array(
			'text'  => __( 'You will find it under My registries on every device. If you gave it without a name, the owner sees the name of your account when gifts are revealed.', 'largesse' ),
			'form'  => array(
				'act'   => GiverPage::KEEP,
				'label' => __( 'Keep it in my account', 'largesse' ),
			) + $form,
			'links' => array(),
		);
	}

	/**
	 * Returns the links to sign in or register. Both lead to the page My registries, where members can add gifts from
	 * this browser to their account. The cookie identifies the gifts, so the links need no key.
	 *
	 * @return array<string, mixed>
	 */
	private static function links(): array {
		$back    = OwnerPage::url();
		$is_open = Registration::is_open();
		$text    = $is_open
			? __( 'Keep all your gifts in one place:', 'largesse' )
			: __( 'Do you have an account here?', 'largesse' );
		return array(
			'text'  => $text,
			'form'  => null,
			'links' => ( $is_open ? array( Registration::url( $back ) => __( 'Create an account', 'largesse' ) ) : array() ) + array( Registration::sign_in_url( $back ) => __( 'Sign in', 'largesse' ) ),
		);
	}
}
