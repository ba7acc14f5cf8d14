<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use WP_Post;
use WP_User;

/**
 * Lists that members have opened with a link. A list stays open to the account on all devices until the link is
 * revoked, or the member removes the list (rules: Invitations).
 */
final class OpenedLists {

	/** Kind of the records. The data is the fingerprint of the visitor of the link (LinkVisitor). */
	public const KIND = 'opened_list';

	/** Maximum number of lists of a member. A further list replaces the one that was opened first. */
	public const MOST = 200;

	/** Opens a list to a member's account. */
	public static function add( LinkVisitor $visitor, int $user_id ): void {
		if ( self::is_open( $visitor->registry, $user_id ) ) {
			return;
		}
		$registry = $visitor->registry->ID;
		$link     = array( $visitor->fingerprint() );
		Records::change(
			self::KIND,
			self::key( $user_id, $registry ),
			static fn ( Record $now ): Record => $now->with( data: $link, user: $user_id, registry: $registry )
		);
		foreach ( array_slice( Records::all( self::KIND, user: $user_id ), 0, -self::MOST ) as $oldest ) {
			Records::delete( self::KIND, $oldest->key );
		}
	}

	/** Removes a list from a member's account, and closes it in this browser. Call it before any output. */
	public static function remove( WP_Post $registry, int $user_id ): void {
		Records::delete( self::KIND, self::key( $user_id, $registry->ID ) );
		LinkVisitor::delete_cookie( $registry );
	}

	/** @return list<WP_Post> Lists that are open to a member only because of a link, the one opened last first. */
	public static function of( WP_User $member ): array {
		$lists = array();
		foreach ( array_reverse( Records::all( self::KIND, user: $member->ID ) ) as $record ) {
			$registry = get_post( $record->registry );
			if (
				$registry instanceof WP_Post
				&& self::is_valid( $registry, $record )
				&& ! Roles::of( $registry )->is_named( $member )
			) {
				$lists[] = $registry;
			}
		}
		return $lists;
	}

	/** @return list<WP_Post> The given registries, and the lists of a member that a link has opened. */
	public static function add_lists( mixed $registries, WP_User $member ): array {
		return array( ...(array) $registries, ...self::of( $member ) );
	}

	/** Permits a member to read a private registry that a link has opened. The member does not see its lists of people. */
	public static function grant_read( mixed $may_read, WP_Post $registry, WP_User $member ): bool {
		return $may_read || self::is_open( $registry, $member->ID );
	}

	/** Returns true if a member may see a registry without its password, for example because of a link. */
	public static function skip_password( mixed $is_open, mixed $registry, mixed $user_id ): bool {
		return $is_open
			|| (
				$registry instanceof WP_Post && RegistryPostType::is( $registry ) && self::is_open( $registry, (int) $user_id )
			);
	}

	private static function is_open( WP_Post $registry, int $user_id ): bool {
		return $user_id > 0 && self::is_valid( $registry, Records::read( self::KIND, self::key( $user_id, $registry->ID ) ) );
	}

	/** Checks whether the link with which a member opened a registry still works. */
	private static function is_valid( WP_Post $registry, Record $record ): bool {
		return $record->is_stored() && null !== LinkVisitor::with_fingerprint( $registry, (string) $record->data[0] );
	}

	private static function key( int $user_id, int $registry_id ): string {
		return "{$user_id}-{$registry_id}";
	}
}
