<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\PersonalData;
use Largesse\Records\Records;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/** Data about the registries that a person follows, as a member or with an e-mail address. */
final class FollowerData extends PersonalData {

	public const GROUP = 'largesse-followed';

	public function label(): string {
		return __( 'Followed gift registries', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		return self::page( array_map( $this->exported( ... ), self::find( $email ) ) );
	}

	public function erase( string $email, int $page = 1 ): array {
		return self::outcome( array_map( static fn ( Follower $follower ): bool => null === Followers::remove( $follower ), self::find( $email ) ) );
	}

	public function delete_expired(): void {
		Records::delete_expired( Followers::KIND, time() );
	}

	public function policy(): string {
		return __( 'If you follow a gift registry, we store your account or your e-mail address in its list of followers. We remove you from this list when you press “Stop following”, when you use the link in one of our mails, or when you can no longer see the registry. We use the address only for a mail about new items, at most once a day. Nobody else sees that you follow the registry, not even its owner. If you do not confirm an e-mail address within two days, we delete it.', 'largesse' );
	}

	/** @return list<Follower> Entries of an e-mail address, and those of the member with this address. */
	private static function find( string $email ): array {
		$user = get_user_by( 'email', $email );
		return array_merge( Followers::everywhere( 0, trim( $email ) ), $user ? Followers::everywhere( $user->ID, '' ) : array() );
	}

	/** Omits the title if the person may not see the registry. */
	private function exported( Follower $follower ): array {
		$registry = get_post( $follower->registry );
		$is_open  = $registry instanceof WP_Post && FollowerAccess::may_see( $registry, $follower );
		return $this->entry(
			"followed-{$follower->registry}-" . ( $follower->user > 0 ? 'member' : 'address' ),
			array(
				__( 'Registry', 'largesse' )       => $is_open ? esc_html( RegistryTitle::of( $registry ) ) : __( 'A registry that is no longer shared', 'largesse' ),
				__( 'E-mail address', 'largesse' ) => esc_html( $follower->email ),
				__( 'Status', 'largesse' )         => $follower->is_confirmed ? __( 'Following', 'largesse' ) : __( 'Waits for the confirmation of the address', 'largesse' ),
				__( 'Created', 'largesse' )        => self::time( $follower->since ),
				__( 'Last mail', 'largesse' )      => self::time( $follower->mailed ),
			)
		);
	}
}
