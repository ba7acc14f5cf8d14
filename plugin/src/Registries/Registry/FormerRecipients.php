<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Foundation\Service\Rules;
use Largesse\Services;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Remembers the recipients of deleted lists. A wish of a deleted list may also be on another list. Until the former day
 * of the deleted list, its recipients stay recipients of the wish there (rules: Who sees what). WordPress stores
 * people, so this site remembers them, no matter who deletes a list. The service knows how long a list hides gifts.
 */
final class FormerRecipients {

	/** Kind of the records, one for each recipient of a deleted list: the id of the `list`. */
	public const KIND = 'former_recipient';

	/** Field with the address of a recipient without an account. */
	private const ADDRESS = 'address';

	/** @var array<int, true> Ids of the accounts that this request deletes, as keys. */
	private static array $leaving = array();

	/** Notes that an account is about to be deleted. WordPress then deletes its lists, too. */
	public static function skip_user( mixed $user_id ): void {
		self::$leaving[ (int) $user_id ] = true;
	}

	/**
	 * Records the recipients of all lists of an account before WordPress deletes it. If that fails, WordPress deletes
	 * nothing: it would keep the lists (see `record()`), but their author would be gone.
	 *
	 * @param mixed $heir Account that gets the lists; null if WordPress deletes them.
	 */
	public static function record_lists_of( mixed $user_id, mixed $heir ): void {
		$lists = null === $heir ? Memberships::of_author( (int) $user_id, true, -1 ) : array();
		foreach ( $lists as $list ) {
			if ( false === self::record( null, $list ) ) {
				wp_die(
					esc_html__( 'The account was not deleted: the site could not store who received the gifts of its lists, perhaps because it has no room left. Please try again later.', 'largesse' ),
					'',
					array(
						'response'  => 503,
						'back_link' => true,
					)
				);
			}
		}
	}

	/**
	 * Records the recipients of a list before WordPress deletes it. If that fails, WordPress must not delete the list,
	 * because its recipients could then see secret gifts.
	 *
	 * @param mixed $answer Null, unless another plugin has decided already that WordPress deletes nothing.
	 * @return mixed False to keep the list, or the same answer.
	 */
	public static function record( mixed $answer, mixed $post ): mixed {
		if ( null !== $answer || ! $post instanceof WP_Post || ! RegistryPostType::is( $post ) ) {
			return $answer;
		}
		$roles  = Roles::of( $post );
		$users  = array_column( array_filter( $roles->owners(), $roles->is_recipient( ... ) ), 'ID', 'user_email' );
		$failed = array_map(
			static fn ( int $user ): ?WP_Error => self::store( $post->ID, (string) $user, array(), $user ),
			array_values( array_diff( $users, array_keys( self::$leaving ) ) )
		);
		// Mails must not go to co-owners without an account, either.
		foreach ( array_diff( $roles->addresses_of_recipients(), array_keys( $users ) ) as $address ) {
			$address  = PeopleEntries::normalize( $address );
			$failed[] = self::store( $post->ID, md5( $address ), array( self::ADDRESS => $address ) );
		}
		$error = array_values( array_filter( $failed ) )[0] ?? null;
		if ( null === $error ) {
			return null;
		}
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- WordPress says only that the post was not deleted.
		error_log( sprintf( 'Largesse: the registry %d was not deleted, because the site could not remember its recipients: %s', $post->ID, $error->get_error_message() ) );
		return false;
	}

	private static function store( int $list, string $who, array $data, int $user = 0 ): ?WP_Error {
		$stored = Records::change(
			self::KIND,
			"{$list}/{$who}",
			static fn ( Record $now ): Record => $now->with( data: array( 'list' => $list ) + $data, user: $user )
		);
		return is_wp_error( $stored ) ? $stored : null;
	}

	/** @return list<int> Ids of the deleted lists whose gifts a user received, also before the user had an account. */
	public static function lists_of( WP_User $user ): array {
		return $user->exists() ? array_keys( self::by_list( self::about( $user, $user->user_email ) ) ) : array();
	}

	/** @return list<Record> Records about the person with an address. */
	public static function records_of( string $email ): array {
		$user = get_user_by( 'email', $email );
		return self::about( $user ? $user : null, $email );
	}

	/** @return list<Record> Records about an account, and about an address. */
	private static function about( ?WP_User $user, string $email ): array {
		$address = PeopleEntries::normalize( $email );
		return array(
			...( $user ? Records::all( self::KIND, $user->ID ) : array() ),
			...array_filter(
				Records::containing( self::KIND, self::ADDRESS, $address ),
				static fn ( Record $one ): bool => $address === ( $one->data[ self::ADDRESS ] ?? null )
			),
		);
	}

	/** @return list<string> E-mail addresses of the people who received the gifts of a deleted list. */
	public static function addresses( int $list ): array {
		$address = static function ( Record $one ): string {
			$user = 0 === $one->user ? false : get_userdata( $one->user );
			return $user ? $user->user_email : (string) ( $one->data[ self::ADDRESS ] ?? '' );
		};
		return array_values( array_filter( array_map( $address, Records::beginning( self::KIND, "{$list}/" ) ) ) );
	}

	/** Deletes the records of lists that no longer hide gifts. Without an answer of the service, of none. */
	public static function forget_over(): void {
		$items = Services::get( Store::class )->in_background()->items;
		foreach ( array_chunk( self::by_list( Records::all( self::KIND ) ), Rules::MAX_IDS, true ) as $lists ) {
			$places = $items->places( array( 'registry_ids' => array_keys( $lists ) ) );
			if ( null !== $places ) {
				$hiding = array_flip( array_merge( ...array_values( $places ) ) );
				self::delete( array_merge( ...array_values( array_diff_key( $lists, $hiding ) ) ) );
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

	/** Groups records by the id of their list. @param list<Record> $records @return array<int, list<Record>> */
	private static function by_list( array $records ): array {
		$lists = array();
		foreach ( $records as $one ) {
			$lists[ $one->data['list'] ][] = $one;
		}
		return $lists;
	}
}
