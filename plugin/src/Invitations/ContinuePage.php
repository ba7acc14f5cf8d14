<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Giving\ListView;
use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Http\NoCacheHeaders;
use Largesse\Http\PrivatePage;
use Largesse\Http\Request;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Responds to links with a key (rules: Invitations). The page names the registry's owner and has one button,
 * "Continue". Only the button's POST request opens the registry. Therefore, programs that scan links in mails or chats
 * open nothing. The response to the POST request redirects to an address without the key, so shops do not learn the key
 * from the referrer. The page's title contains no name, because chats show titles.
 */
final class ContinuePage {

	/** Responds if the address or form contains a key; disables caching of pages that a link has opened. */
	public static function answer(): void {
		if ( GuestAccess::guest() ) {
			NoCacheHeaders::send_headers();
		}
		$key = LinkKey::sent();
		if ( null === $key || ! self::may_be_of_registry() ) {
			return;
		}
		$registry = GuestAccess::requested_registry();
		$guest    = $registry ? LinkVisitor::with_key( $registry, $key ) : null;
		if ( ! $registry || ! $guest ) {
			self::show_invalid_link();
			return;
		}
		$owner = Roles::of( $registry )->author_name();
		$page  = array(
			'action' => LinkKey::permalink( $registry ),
			/* translators: %s: name of a person. */
			'intro'  => '' === $owner ? __( 'This registry is open to you:', 'largesse' ) : __( '%s shows you a registry:', 'largesse' ),
			'owner'  => $owner,
			'name'   => Registries::title( $registry ),
			'note'   => __( 'You don’t need an account. A cookie on this device remembers for 90 days that you can open the registry. It does nothing else.', 'largesse' ),
		);
		if ( self::is_button_pressed( $key, $page ) ) {
			self::grant_access( $registry, $guest );
		}
	}

	/** @param array<string, string> $page For `invitations/continue-page`, if the button was not pressed. */
	public static function is_button_pressed( string $key, array $page ): bool {
		$is_form = Request::is_post() && '' !== Request::field( LinkKey::PARAMETER );
		if ( $is_form && Request::is_from_this_site() ) {
			return true;
		}
		PrivatePage::show( $is_form ? 403 : 200, __( 'You are invited', 'largesse' ), Template::render( 'invitations/continue-page', $page + array( 'hidden' => array( LinkKey::PARAMETER => $key ) ) ) );
		// Replace PrivatePage's policy "no-referrer": with it, browsers hide the origin of the form, which this method
		// checks. The policy "strict-origin" sends the origin, but not the key in the address.
		header( 'Referrer-Policy: strict-origin' );
		return false;
	}

	/** Checks whether the address may belong to a registry. A page can show a registry, too. */
	private static function may_be_of_registry(): bool {
		return ( ! is_singular() || is_page() || is_singular( RegistryPostType::NAME ) ) && Registries::may_be_requested();
	}

	/**
	 * Opens the registry in this browser, and redirects to the list for guests who look for a gift. Users with more
	 * permissions than a guest keep their permissions.
	 */
	private static function grant_access( WP_Post $registry, LinkVisitor $guest ): never {
		if ( ! Roles::of( $registry )->is_insider() ) {
			$guest->set_cookie();
			if ( null !== $guest->address ) {
				InvitationStates::record_visit( $registry, $guest->address );
			}
		}
		Form::redirect( add_query_arg( ListView::GIVING, '1', LinkKey::permalink( $registry ) ) );
	}

	/** Shows that a link is invalid, in the same way for all registries and circles. */
	public static function show_invalid_link(): void {
		$texts = array(
			__( 'It may be incomplete, or a new link has replaced it.', 'largesse' ),
			__( 'Please ask the person who sent it for the current link.', 'largesse' ),
		);
		PrivatePage::show( 404, __( 'This link does not work', 'largesse' ), PrivatePage::panel( $texts, array( home_url( '/' ) => __( 'Go to the start page', 'largesse' ) ) ) );
	}
}
