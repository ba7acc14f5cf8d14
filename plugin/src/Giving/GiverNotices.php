<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Html\Template;
use Largesse\Http\PrivatePage;
use Largesse\Links\OwnerPage;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Renders messages for the page of a giver: the result of a change, or the reason why there is no gift.
 */
final class GiverNotices {

	/**
	 * Returns a sentence about the last action; an empty text if there was none.
	 *
	 * @param string               $told     Last action, from the parameter `told` in the address; may be empty.
	 * @param bool                 $is_new   Whether this browser shows the gift for the first time, usually because the
	 *                                       guest has just given it.
	 * @param array<string, mixed> $purchase The current purchase.
	 */
	public static function done( string $told, bool $is_new, array $purchase ): string {
		return match ( true ) {
			GiverPage::ARRIVED === $told                            => __( 'Your gift has arrived, and it is registered in your name.', 'largesse' ),
			GiverPage::SEND === $told                               => self::mailed(),
			GiverPage::CHANGE === $told                             => __( 'Your changes are saved.', 'largesse' ),
			GiverPage::KEEP === $told && get_current_user_id() === $purchase['giver_user_id'] => __( 'The gift is in your account now.', 'largesse' ),
			$told === $purchase['state'] && GiverPage::BUY === $told => __( 'Noted: you have bought it. Thank you!', 'largesse' ),
			$told === $purchase['state']                            => __( 'Noted: you have not bought it yet.', 'largesse' ),
			GiverPage::GIVEN === $told, $is_new && '' === $told     => __( 'Thank you! We have noted that you are giving this.', 'largesse' ),
			default                                                 => '',
		};
	}

	/** Returns the sentence that a mail with the link is about to be sent. */
	public static function mailed(): string {
		return __( 'We are sending you a mail with your private link.', 'largesse' );
	}

	/**
	 * Renders the notice that too few pieces are left.
	 *
	 * @param int $most Maximum number that the giver can give.
	 * @param int $own  Number that the giver gives now.
	 */
	public static function not_enough( int $most, int $own ): string {
		if ( $most <= $own ) {
			return __( 'There are no more left, because others are giving the rest. Your gift is unchanged.', 'largesse' );
		}
		/* translators: 1: how many the giver can give, 2: how many they give now. */
		return sprintf( __( 'There are not that many left. You can give up to %1$s; for now it stays at %2$s.', 'largesse' ), number_format_i18n( $most ), number_format_i18n( $own ) );
	}

	/** Explains to owners why the gift is hidden. The text reveals nothing about the gift. */
	public static function for_owner(): string {
		return PrivatePage::panel(
			array(
				__( 'You are signed in as the owner of this registry. So that surprises stay surprises, you cannot open your guests’ pages.', 'largesse' ),
				__( 'Are you a guest and share this device with them? Then open your link in another browser, or sign out first.', 'largesse' ),
			),
			array(
				OwnerPage::url()     => __( 'My registries', 'largesse' ),
				wp_logout_url() => __( 'Sign out', 'largesse' ),
			)
		);
	}

	/**
	 * Renders the notice that there is no such gift.
	 *
	 * @param WP_Post|null $registry Registry in the address, if the visitor may read it.
	 */
	public static function not_found( ?WP_Post $registry ): string {
		return PrivatePage::panel(
			array(
				__( 'It may already have been given back, or a part of the link is missing.', 'largesse' ),
				__( 'If the link came by e-mail, open it from there, or copy the whole link into the address field of your browser.', 'largesse' ),
			),
			self::to_registry( $registry )
		);
	}

	/**
	 * Renders the notice that a gift was given back.
	 *
	 * @param WP_Post|null $registry Registry in the address, if the visitor may read it.
	 */
	public static function given_back( ?WP_Post $registry ): string {
		return Template::render( 'giving/given-back', array( 'links' => self::to_registry( $registry ) ) );
	}

	/**
	 * Returns a link to a registry, or to the site if there is none.
	 *
	 * @param WP_Post|null $registry The registry, if the visitor may read it.
	 * @return array<string, string> Text of the link by address.
	 */
	private static function to_registry( ?WP_Post $registry ): array {
		if ( null === $registry ) {
			return array( home_url( '/' ) => __( 'Go to the start page', 'largesse' ) );
		}
		/* translators: %s: title of a registry. */
		return array( (string) get_permalink( $registry ) => str_replace( '%s', RegistryTitle::of( $registry ), __( 'Open %s', 'largesse' ) ) );
	}
}
