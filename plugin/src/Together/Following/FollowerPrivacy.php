<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\RecordPrivacy;
use Largesse\Registries\Registry\Registries;
use WP_User;

/** Data about the registries that a person follows, as a member or with an e-mail address. */
final class FollowerPrivacy extends RecordPrivacy {

	public const GROUP = 'largesse-followed';

	protected const KIND = Followers::KIND;

	public function label(): string {
		return __( 'Followed gift registries', 'largesse' );
	}

	public function delete_expired(): void {
		Records::delete_expired( self::KIND, time() );
	}

	public function policy(): string {
		return __( 'If you follow a gift registry, we store your account or your e-mail address in its list of followers. We remove you from this list when you press “Stop following”, when you use the link in one of our mails, or when you can no longer see the registry. We use the address only for a mail about new items, at most once a day. Nobody else sees that you follow the registry, not even its owner. If you do not confirm an e-mail address within two days, we delete it.', 'largesse' );
	}

	/** Finds records of an e-mail address, and of the member with this address. */
	protected static function records( string $email, int $page ): array {
		$user = get_user_by( 'email', $email );
		return array(
			array(
				...Records::containing( self::KIND, 'email', strtolower( trim( $email ) ) ),
				...( $user ? Records::all( self::KIND, user: $user->ID ) : array() ),
			),
			true,
		);
	}

	protected function list_of( Record $record, ?WP_User $person ): ?OpenedList {
		$follower = Followers::from( $record );
		$registry = Registries::with_id( $record->registry );
		return null === $follower || null === $registry ? null : FollowerAccess::list_of( $registry, $follower );
	}

	protected function entries( Record $record, string $title ): array {
		$follower = Followers::from( $record );
		if ( null === $follower ) {
			return array();
		}
		$entry = $this->entry(
			"followed-{$follower->registry}-" . ( $follower->user > 0 ? 'member' : 'address' ),
			array(
				__( 'Registry', 'largesse' )       => $title,
				__( 'E-mail address', 'largesse' ) => esc_html( $follower->email ),
				__( 'Status', 'largesse' )         => $follower->is_confirmed
					? __( 'Following', 'largesse' )
					: __( 'Waits for the confirmation of the address', 'largesse' ),
				__( 'Created', 'largesse' )        => self::time( $follower->since ),
				__( 'Last mail', 'largesse' )      => self::time( $follower->mailed ),
			)
		);
		return array( $entry );
	}
}
