<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Together\Invitations\LinkKey;
use Largesse\Together\Invitations\LinkVisitor;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\WayIn;
use WP_Error;
use WP_Post;

/**
 * Checks for each mail whether a follower may still see a registry (rules: Following). Owners cannot
 * follow. WayIn decides for everybody else: the follower's account, or the link or password with which they came.
 */
final class FollowerAccess {

	/** Returns the value of Follower::$access for the current visitor. The visitor must have access to the registry. */
	public static function of_request( WP_Post $registry ): string {
		return WayIn::of_visitor( $registry );
	}

	/** Returns a registry if a follower may see it now; null otherwise. */
	public static function list_of( WP_Post $registry, Follower $follower ): ?OpenedList {
		$user     = get_userdata( $follower->user );
		$is_owner = $user
			? Roles::of( $registry )->is_owner( $user )
			: self::is_address_of_owner( $registry, $follower->email );
		if ( $is_owner || ( $follower->user > 0 && ! $user ) ) {
			return null;
		}
		return OpenedList::through( $registry, $follower->access, WayIn::of_member( $follower->user ) );
	}

	/** Returns the wishes that all guests see, the newest first. */
	public static function wishes( Store $store, OpenedList $list ): array|WP_Error {
		// The quantities of public pages ignore secret gifts, so all followers get the same items.
		$items = $store->in_background()->items->for_public( $list->registry->ID );
		if ( is_array( $items ) ) {
			usort(
				$items,
				static fn ( array $one, array $other ): int => array(
					$other['created_at'],
					$other['id'],
				) <=> array( $one['created_at'], $one['id'] )
			);
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
		$owners = array(
			...array_column( Roles::of( $registry )->owners(), 'user_email' ),
			...Roles::of( $registry )->addresses_of_recipients(),
		);
		return RecipientMailboxes::with_addresses( $owners )->contain( $email );
	}

	/** Returns the visitor whose link a follower used; null if the link no longer works. */
	private static function visitor( WP_Post $registry, Follower $follower ): ?LinkVisitor {
		return LinkVisitor::with_way( $registry, $follower->access );
	}

	/** Converts the passwords that an earlier version has stored to ways in. */
	public static function update_stored(): void {
		foreach ( Records::all( Followers::KIND ) as $record ) {
			$registry = get_post( $record->registry );
			$stored   = (string) ( $record->data['access'] ?? '' );
			if ( ! $registry instanceof WP_Post || ! str_starts_with( $stored, 'password:' ) ) {
				continue;
			}
			$earlier = 'password:' . KeyedHash::of(
				'largesse-follower-password|' . LinkKey::registry_identifier( $registry->ID ) . "|{$registry->post_password}"
			);
			if ( hash_equals( $earlier, $stored ) ) {
				Records::change(
					Followers::KIND,
					$record->key,
					static fn ( Record $now ): Record => $now->is_stored()
						? $now->with( data: array( 'access' => WayIn::of_password( $registry ) ) + $now->data )
						: $now
				);
			}
		}
	}
}
