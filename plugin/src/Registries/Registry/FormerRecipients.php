<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Services;
use WP_Error;
use WP_Post;
use WP_REST_Response;
use WP_User;

/**
 * Remembers the recipients of deleted lists. A wish of a deleted list may also be on another list. Until the former day
 * of the deleted list, its recipients stay recipients of the wish there (rules: Who sees what). WordPress stores
 * people, so this site remembers them, no matter who deletes a list. The service knows how long a list hides gifts.
 */
final class FormerRecipients {

	/** Kind of the records, one for each recipient of a deleted list: the id of the `list`. */
	public const KIND = 'former_recipient';

	/** @var array<int, true> Ids of the accounts that this request deletes, as keys. */
	private static array $leaving = array();

	/** Notes that an account is about to be deleted. WordPress then deletes its lists, too. */
	public static function skip_user( mixed $user_id ): void {
		self::$leaving[ (int) $user_id ] = true;
	}

	/** Records the recipients of a list before WordPress deletes it. */
	public static function record( mixed $id, mixed $post ): void {
		if ( ! $post instanceof WP_Post || ! RegistryPostType::is( $post ) ) {
			return;
		}
		$roles = Roles::of( $post );
		foreach ( array_filter( $roles->owners(), $roles->is_recipient( ... ) ) as $recipient ) {
			if ( ! isset( self::$leaving[ $recipient->ID ] ) ) {
				$none = new Record( self::KIND, "{$post->ID}/{$recipient->ID}" );
				Records::replace( $none, $none->with( data: array( 'list' => $post->ID ), user: $recipient->ID ) );
			}
		}
	}

	/** @return list<int> Ids of the deleted lists whose gifts a user received. */
	public static function lists_of( WP_User $user ): array {
		return $user->exists() ? array_keys( self::by_list( Records::all( self::KIND, $user->ID ) ) ) : array();
	}

	/**
	 * Returns the e-mail addresses of the people who received an item through a deleted list, and may not know its gifts
	 * yet. If the service does not answer, those of all people who received gifts of deleted lists.
	 *
	 * @return list<string>
	 */
	public static function addresses( int $item_id ): array {
		$items = Services::get( Store::class )->items;
		$users = array();
		foreach ( self::by_list( Records::all( self::KIND ) ) as $list => $records ) {
			if ( Appearances::is_received( $item_id, $items->received( array( $list ) ) ) ) {
				$users = array( ...$users, ...array_filter( array_map( get_userdata( ... ), array_column( $records, 'user' ) ) ) );
			}
		}
		return array_values( array_unique( array_column( $users, 'user_email' ) ) );
	}

	/** Deletes the records of lists that no longer hide gifts. Without an answer of the service, of none. */
	public static function forget_over(): void {
		$items = Services::get( Store::class )->in_background()->items;
		foreach ( self::by_list( Records::all( self::KIND ) ) as $list => $records ) {
			if ( array() === $items->received( array( $list ) ) ) {
				self::delete( $records );
			}
		}
	}

	/** Deletes records. @param array<Record> $records @return list<WP_Error|null> The error of each, null for success. */
	public static function delete( array $records ): array {
		return array_map(
			static fn ( Record $one ): ?WP_Error => Records::delete( $one->kind, $one->key ),
			array_values( $records )
		);
	}

	/** Returns the deleted lists whose gifts the caller received. The service sends this request. */
	public static function answer(): WP_REST_Response {
		return new WP_REST_Response( array( 'received' => self::lists_of( wp_get_current_user() ) ) );
	}

	/** Groups records by the id of their list. @param list<Record> $records @return array<int, list<Record>> */
	private static function by_list( array $records ): array {
		$lists = array();
		foreach ( $records as $one ) {
			$lists[ $one->data['list'] ][] = $one;
		}
		return $lists;
	}
}
