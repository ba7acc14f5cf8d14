<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Together\Invitations\LinkKey;
use Largesse\Together\Invitations\LinkVisitor;
use Largesse\People\Mail\MailLimits;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\Capabilities;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Checks for each mail and each feed whether a follower may still see a registry (rules: Following). Owners cannot
 * follow. For other members with a role in the registry, the role is enough. If a follower came through a link, the
 * link must still work. Otherwise, the registry must be public with an unchanged password, or open to a circle of the
 * follower.
 */
final class FollowerAccess {

	/** Prefixes of Follower::$access. A hash of the link or of the password follows. */
	private const LINK     = 'link:';
	private const PASSWORD = 'password:';

	/** Returns the value of Follower::$access for the current visitor. The visitor must have access to the registry. */
	public static function of_request( WP_Post $registry ): string {
		$visitor = LinkVisitor::from_cookie( $registry );
		if ( null !== $visitor ) {
			return self::LINK . $visitor->fingerprint();
		}
		$needs_none = '' === $registry->post_password || Roles::of( $registry )->is_insider() || Capabilities::is_open_without_password( $registry, get_current_user_id() );
		return $needs_none ? '' : self::password( $registry );
	}

	/** Checks whether a follower may see a registry now. */
	public static function may_see( WP_Post $registry, Follower $follower ): bool {
		$user     = get_userdata( $follower->user );
		$is_owner = $user ? Roles::of( $registry )->is_owner( $user ) : self::is_address_of_owner( $registry, $follower->email );
		if ( $is_owner || ! RegistryPostType::is_shared( $registry ) || ( $follower->user > 0 && ! $user ) ) {
			return false;
		}
		if ( $user && ( Roles::of( $registry )->is_named( $user ) || user_can( $user, 'edit_post', $registry->ID ) ) ) {
			return true;
		}
		if ( str_starts_with( $follower->access, self::LINK ) ) {
			return null !== self::visitor( $registry, $follower );
		}
		if ( 'private' === $registry->post_status ) {
			return $user && user_can( $user, 'read_post', $registry->ID );
		}
		return '' === $registry->post_password || hash_equals( self::password( $registry ), $follower->access ) || ( $user && Capabilities::is_open_without_password( $registry, $user->ID ) );
	}

	/** Returns the wishes that all guests see, the newest first. @param bool $is_page Whether a visitor waits for them. */
	public static function wishes( Store $store, WP_Post $registry, bool $is_page = false ): array|WP_Error {
		// The quantities of public pages ignore secret gifts, so all followers get the same items.
		$items = ( $is_page ? $store : $store->in_background() )->items->for_public( $registry->ID );
		if ( is_array( $items ) ) {
			usort( $items, static fn ( array $one, array $other ): int => array( $other['created_at'], $other['id'] ) <=> array( $one['created_at'], $one['id'] ) );
		}
		return $items;
	}

	/** Returns the confirmed address of a follower; an empty text if there is none. */
	public static function address( Follower $follower ): string {
		$user = get_userdata( $follower->user );
		return $user ? ConfirmedAddress::of( $user ) : $follower->email;
	}

	/** Returns the address of a registry for a follower. Visitors get the link that they have used, if it is their own. */
	public static function url( WP_Post $registry, Follower $follower ): string {
		$visitor = 0 === $follower->user ? self::visitor( $registry, $follower ) : null;
		$url     = (string) $visitor?->url( $follower->email );
		return '' === $url ? LinkKey::permalink( $registry ) : $url;
	}

	/** Checks whether the owner invited a follower, in person or with a link. They may know the owner's name. */
	public static function is_invited( WP_Post $registry, Follower $follower ): bool {
		$user = get_userdata( $follower->user );
		return ( $user && Roles::of( $registry )->is_named( $user ) ) || null !== self::visitor( $registry, $follower );
	}

	/** Checks whether an e-mail address belongs to an owner or a recipient of the registry. */
	public static function is_address_of_owner( WP_Post $registry, string $email ): bool {
		$owners = array( ...array_column( Roles::of( $registry )->owners(), 'user_email' ), ...Roles::of( $registry )->addresses_of_recipients() );
		return in_array( MailLimits::mailbox( $email ), array_map( MailLimits::mailbox( ... ), $owners ), true );
	}

	/** Returns the visitor whose link a follower used; null if the link no longer works. */
	private static function visitor( WP_Post $registry, Follower $follower ): ?LinkVisitor {
		return str_starts_with( $follower->access, self::LINK ) ? LinkVisitor::with_fingerprint( $registry, substr( $follower->access, strlen( self::LINK ) ) ) : null;
	}

	private static function password( WP_Post $registry ): string {
		return self::PASSWORD . KeyedHash::of( 'largesse-follower-password|' . LinkKey::registry_identifier( $registry ) . "|{$registry->post_password}" );
	}
}
