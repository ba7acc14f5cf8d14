<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Http\Errors;
use Largesse\Registry\ProcessLock;
use Largesse\Registry\RegistryPostType;
use WP_Error;

/**
 * Stores the followers of registries. No page, route or file shows the followers to an owner (rules: Following).
 */
final class Followers {

	/** Meta key of a registry. The value contains the followers as JSON. */
	public const META = '_largesse_followers';

	/** Maximum number of followers of a registry. */
	public const MOST = 200;

	/** Maximum number of unconfirmed addresses for one registry. */
	private const MOST_WAITING = 200;

	/** Maximum number of registries that one person follows. */
	public const MOST_LISTS = 100;

	/**
	 * Returns the followers of a registry. Includes unconfirmed followers who still have time to confirm.
	 *
	 * @return list<Follower>
	 */
	public static function of( int $registry_id ): array {
		return self::read( (string) get_post_meta( $registry_id, self::META, true ) );
	}

	/** Returns the follower of a registry with this user id, or with this e-mail address; null for none. */
	public static function find( int $registry_id, int $user, string $email ): ?Follower {
		foreach ( self::of( $registry_id ) as $follower ) {
			if ( $follower->is( $user, $email ) ) {
				return $follower;
			}
		}
		return null;
	}

	/**
	 * Returns the entries of a person in all registries that they follow, or have asked to follow.
	 *
	 * @param int    $user  Id of the member; 0 for a visitor.
	 * @param string $email E-mail address of the visitor.
	 * @return array<int, Follower> By the id of the registry.
	 */
	public static function everywhere( int $user, string $email ): array {
		global $wpdb;
		$part = $user > 0 ? '"user":' . $user . ',' : '"email":' . wp_json_encode( strtolower( $email ), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress would load whole posts.
		$rows  = $wpdb->get_results( $wpdb->prepare( "SELECT post_id, meta_value FROM {$wpdb->postmeta} WHERE meta_key = %s AND meta_value LIKE %s ORDER BY post_id", self::META, '%' . $wpdb->esc_like( $part ) . '%' ) );
		$found = array();
		foreach ( (array) $rows as $row ) {
			foreach ( self::read( (string) $row->meta_value ) as $follower ) {
				if ( $follower->is( $user, $email ) ) {
					$found[ (int) $row->post_id ] = $follower;
				}
			}
		}
		return $found;
	}

	/**
	 * Returns the ids of registries with followers, in ascending order.
	 *
	 * @param int $after Id after which to start.
	 * @return list<int>
	 */
	public static function registries( int $after, int $most ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Only the cron runs it; WordPress would load whole posts.
		$ids = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT post_id FROM {$wpdb->postmeta} WHERE meta_key = %s AND post_id > %d ORDER BY post_id LIMIT %d", self::META, $after, $most ) );
		return array_map( 'intval', $ids );
	}

	/**
	 * Adds a visitor who must confirm their address, unless the visitor follows already. Beyond the maximum number of
	 * unconfirmed entries, deletes one of them.
	 *
	 * @return Follower|WP_Error The stored follower.
	 */
	public static function ask( int $registry_id, Follower $asking ): Follower|WP_Error {
		$failed = self::change(
			$registry_id,
			static function ( array $all ) use ( $asking ): array {
				$known = array_filter( $all, static fn ( Follower $other ): bool => $other->is( $asking->user, $asking->email ) );
				if ( array_filter( $known, static fn ( Follower $other ): bool => $other->is_confirmed() ) ) {
					return $all;
				}
				// A link that the site has mailed before stays valid.
				$others  = array( ...array_diff_key( $all, $known ), $asking->with_id( reset( $known )->id ?? $asking->id ) );
				$waiting = array_values( array_filter( $others, static fn ( Follower $other ): bool => ! $other->is_confirmed() ) );
				$dropped = count( $waiting ) > self::MOST_WAITING ? Follower::displaced( $waiting ) : null;
				return array_filter( $others, static fn ( Follower $other ): bool => $other !== $dropped );
			}
		);
		return $failed ?? self::find( $registry_id, $asking->user, $asking->email ) ?? self::gone();
	}

	/**
	 * Adds a follower, or confirms a follower who has asked before. Changes nothing if the person follows already.
	 *
	 * @return WP_Error|null Null if the person follows the registry now.
	 */
	public static function start( int $registry_id, Follower $follower ): ?WP_Error {
		$others = array_diff_key( self::everywhere( $follower->user, $follower->email ), array( $registry_id => true ) );
		if ( count( $others ) >= self::MOST_LISTS ) {
			/* translators: %s: a number. */
			return new WP_Error( 'largesse_many_lists', sprintf( __( 'You already follow %s lists, which is the maximum. Stop following another list first.', 'largesse' ), number_format_i18n( self::MOST_LISTS ) ) );
		}
		$is_full = false;
		$failed  = self::change(
			$registry_id,
			static function ( array $all ) use ( $follower, &$is_full ): array {
				$others    = array_filter( $all, static fn ( Follower $other ): bool => ! $other->is( $follower->user, $follower->email ) );
				$known     = array_diff_key( $all, $others );
				$confirmed = array_filter( $all, static fn ( Follower $other ): bool => $other->is_confirmed() );
				$is_full   = count( $confirmed ) >= self::MOST && array() === array_intersect_key( $known, $confirmed );
				return $is_full ? $all : array( ...$others, ( reset( $known ) ?: $follower )->confirmed( NewWishes::now() ) ); // phpcs:ignore Universal.Operators.DisallowShortTernary -- A follower is never empty.
			}
		);
		return $is_full ? new WP_Error( 'largesse_many_followers', __( 'No more people can follow this list at the moment. Please try again another time.', 'largesse' ) ) : $failed;
	}

	/**
	 * Changes a follower, unless the person has stopped following in the meantime.
	 *
	 * @param callable(Follower): Follower $work Returns the changed follower.
	 * @return WP_Error|null Null if it worked.
	 */
	public static function update( int $registry_id, string $id, callable $work ): ?WP_Error {
		return self::change( $registry_id, static fn ( array $all ): array => array_map( static fn ( Follower $one ): Follower => $one->id === $id ? $work( $one ) : $one, $all ) );
	}

	/**
	 * Removes followers.
	 *
	 * @param callable(Follower): bool $is_gone Returns whether to remove a follower.
	 * @return WP_Error|null Null if it worked.
	 */
	public static function remove( int $registry_id, callable $is_gone ): ?WP_Error {
		return self::change( $registry_id, static fn ( array $all ): array => array_filter( $all, static fn ( Follower $one ): bool => ! $is_gone( $one ) ) );
	}

	/**
	 * Excludes the followers from WordPress's exports. Administrators can read these exports, but owners must not see
	 * their followers, and an administrator may be an owner.
	 */
	public static function skip_export( mixed $is_skipped, mixed $key ): bool {
		return $is_skipped || in_array( $key, array( self::META, NewWishes::META ), true );
	}

	/**
	 * Changes the followers of a registry. A lock prevents simultaneous changes by other processes.
	 *
	 * @param callable(array<int, Follower>): array<Follower> $work Returns the new followers.
	 */
	private static function change( int $registry_id, callable $work ): ?WP_Error {
		$answer = ProcessLock::run(
			"followers_{$registry_id}",
			static function () use ( $registry_id, $work ): bool {
				wp_cache_delete( $registry_id, 'post_meta' );
				$all = self::of( $registry_id );
				$new = array_values( $work( $all ) );
				if ( array() === $new ) {
					delete_post_meta( $registry_id, self::META );
					delete_post_meta( $registry_id, NewWishes::META );
				} elseif ( RegistryPostType::is( get_post( $registry_id ) ) ) {
					$json = wp_json_encode( array_map( static fn ( Follower $one ): array => $one->to_array(), $new ), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
					update_post_meta( $registry_id, self::META, wp_slash( $json ) );
				}
				return true;
			}
		);
		return is_wp_error( $answer ) ? $answer : null;
	}

	/**
	 * Reads followers. Omits unreadable and expired followers.
	 *
	 * @return list<Follower>
	 */
	private static function read( string $stored ): array {
		$all = json_decode( $stored, true );
		$known = array_filter( array_map( Follower::from_array( ... ), is_array( $all ) ? $all : array() ) );
		return array_values( array_filter( $known, static fn ( Follower $one ): bool => ! $one->is_expired( time() ) ) );
	}

	private static function gone(): WP_Error {
		return new WP_Error( Errors::NOT_STORED, __( 'This did not work. Please try again in a minute.', 'largesse' ) );
	}
}
