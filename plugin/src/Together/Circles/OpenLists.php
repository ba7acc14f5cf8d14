<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use Largesse\Foundation\Service\Rules;
use WP_Post;
use WP_User;

/**
 * Lists that owners have opened to circles (rules: Circles). Each list belongs to a person of the circle ("the list's
 * person"): the owner, or somebody whom the owner looks after. Each read checks again that the person is still in the
 * circle, and that the member who acts for them still owns the list. People who join again get another id, so what was
 * opened before stays closed.
 *
 * @phpstan-type OpenList array{id: int, author: int, day: string, circle: string, person: string} An opening (META) with the registry's id, author and day, `YYYY-MM-DD` (may be empty).
 */
final class OpenLists {

	/** Meta key of registries, with one row ("opening") for each circle: ids of the circle and of the list's person. */
	public const META = '_largesse_circle';

	/** @return list<array{circle: string, person: string}> Openings of a registry, even invalid ones. */
	public static function stored( WP_Post $registry ): array {
		return array_map( self::parsed( ... ), get_post_meta( $registry->ID, self::META ) );
	}

	/**
	 * Permits a member to read a private registry that is open to one of the member's circles. The member is not an
	 * invitee, so they do not see the registry's lists of people.
	 */
	public static function grant_read( mixed $may_read, WP_Post $registry, WP_User $member ): bool {
		return $may_read || self::may_see( $registry, $member->ID );
	}

	/** Returns true if a member may see a registry without its password, for example through a circle. */
	public static function skip_password( mixed $is_open, mixed $registry, mixed $user_id ): bool {
		return $is_open
			|| (
				$registry instanceof WP_Post && RegistryPostType::is( $registry ) && self::may_see( $registry, (int) $user_id )
			);
	}

	private static function may_see( WP_Post $registry, int $user_id ): bool {
		foreach ( $user_id > 0 ? self::stored( $registry ) : array() as $opening ) {
			$circle = Circles::read( $opening['circle'] );
			if ( null !== $circle && null !== $circle->member( $user_id ) && self::is_valid( $registry, $opening, $circle ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns the lists that are open to a circle, the next celebrations first. Omits lists that are marked as past. Loads
	 * no registries, because a circle may have thousands of lists. So the result may contain lists with other owners;
	 * `registries()` omits these lists.
	 *
	 * @return list<OpenList>
	 */
	public static function of_circle( Circle $circle ): array {
		global $wpdb;
		$today    = (string) wp_date( 'Y-m-d' );
		$statuses = Rules::REGISTRY_STATUSES;
		$marks    = implode( ', ', array_fill( 0, count( $statuses ), '%s' ) );
		// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- WordPress would load the whole posts. $marks contains only placeholders.
		$rows = (array) $wpdb->get_results(
			$wpdb->prepare(
				"SELECT opening.post_id, opening.meta_value, post.post_author, date.meta_value AS day, past.meta_value AS is_past
				FROM {$wpdb->postmeta} opening
				JOIN {$wpdb->posts} post ON post.ID = opening.post_id AND post.post_type = %s AND post.post_status IN ( {$marks} )
				LEFT JOIN {$wpdb->postmeta} date ON date.post_id = opening.post_id AND date.meta_key = %s
				LEFT JOIN {$wpdb->postmeta} past ON past.post_id = opening.post_id AND past.meta_key = %s
				WHERE opening.meta_key = %s AND opening.meta_value LIKE %s",
				array(
					RegistryPostType::NAME,
					...$statuses,
					RegistryMeta::EVENT_DATE,
					RegistryMeta::PAST,
					self::META,
					$wpdb->esc_like( $circle->id ) . ' %',
				)
			)
		);
		// phpcs:enable
		$lists  = array();
		$people = array_flip( array_column( $circle->people, 'id' ) );
		foreach ( $rows as $row ) {
			$opening = self::parsed( $row->meta_value );
			$day     = (string) $row->day;
			$is_past = '1' === $row->is_past && $day <= $today;
			if ( ! $is_past && isset( $people[ $opening['person'] ] ) ) {
				$lists[ $row->post_id ] = array(
					'id'     => (int) $row->post_id,
					'author' => (int) $row->post_author,
					'day'    => $day,
				) + $opening;
			}
		}
		return ( new CelebrationOrder( $today ) )->lists( $lists );
	}

	/** @return list<OpenedList> A person's first lists, as `of_circle()` sorts them. None for strangers. */
	public static function of_person( string $circle_id, string $person_id, int $viewer ): array {
		$circle = Circles::read( $circle_id );
		if ( null === $circle?->member( $viewer ) ) {
			return array();
		}
		$lists = array_filter(
			self::of_circle( $circle ),
			static fn ( array $list ): bool => $list['person'] === $person_id
		);
		$member = get_userdata( $viewer );
		$found  = self::registries( $circle, array_slice( $lists, 0, CircleRules::LISTS_PER_PAGE ) );
		$opened = static fn ( WP_Post $registry ): ?OpenedList => OpenedList::of_member( $registry, $member );
		return $member ? array_values( array_filter( array_map( $opened, $found ) ) ) : array();
	}

	/** Adds the lists that are open to the circles of a member, except lists marked as past. */
	public static function add_lists( mixed $registries, WP_User $user ): array {
		$found = (array) $registries;
		foreach ( Circles::of_user( $user->ID ) as $circle ) {
			array_push(
				$found,
				...array_values(
					self::registries( $circle, array_slice( self::of_circle( $circle ), 0, CircleRules::LISTS_PER_PAGE ) )
				)
			);
		}
		return $found;
	}

	/**
	 * Loads registries, except those with other owners.
	 *
	 * @param list<OpenList> $lists
	 * @return array<int, WP_Post> The registries of the lists, except those with other owners.
	 */
	public static function registries( Circle $circle, array $lists ): array {
		_prime_post_caches( array_column( $lists, 'id' ), false, true );
		$found = array();
		foreach ( $lists as $list ) {
			$registry = get_post( $list['id'] );
			if ( $registry instanceof WP_Post && self::is_valid( $registry, $list, $circle ) ) {
				$found[ $list['id'] ] = $registry;
			}
		}
		return $found;
	}

	/**
	 * Returns each person's next day, if any.
	 *
	 * @param list<OpenList> $lists Sorted.
	 * @return array<string, string> Each person's next day, if any.
	 */
	public static function next_days( Circle $circle, array $lists ): array {
		$today = (string) wp_date( 'Y-m-d' );
		$days  = array();
		foreach ( $lists as $list ) {
			if ( $list['day'] < $today ) {
				break;
			}
			// Most lists belong to their authors, so most registries need not be loaded.
			if (
				! isset( $days[ $list['person'] ] )
				&& (
					$circle->contact_of( $list['person'] ) === $list['author']
					|| array() !== self::registries( $circle, array( $list ) )
				)
			) {
				$days[ $list['person'] ] = $list['day'];
			}
		}
		return $days;
	}

	/** Returns the number of other lists that a member has opened to a circle. */
	public static function number_of( Circle $circle, WP_User $member, WP_Post $except ): int {
		global $wpdb;
		$openings = array_map(
			static fn ( Person $person ): string => "{$circle->id} {$person->id}",
			$circle->represented_by( $member->ID )
		);
		$marks    = implode( ', ', array_fill( 0, count( $openings ), '%s' ) );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- A meta query would load the whole posts. $marks contains only placeholders.
		return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT( DISTINCT opening.post_id ) FROM {$wpdb->postmeta} opening JOIN {$wpdb->posts} post ON post.ID = opening.post_id AND post.post_status <> 'trash' WHERE opening.meta_key = %s AND opening.meta_value IN ( {$marks} ) AND opening.post_id <> %d", self::META, ...$openings, ...array( $except->ID ) ) );
	}

	/** Returns the person to whom a registry, which may be a draft, belongs; null if it is closed to the circle. */
	public static function person_of( WP_Post $registry, Circle $circle ): ?Person {
		foreach ( self::stored( $registry ) as $opening ) {
			if ( $opening['circle'] === $circle->id && self::is_by_owner( $registry, $opening, $circle ) ) {
				return $circle->person( $opening['person'] );
			}
		}
		return null;
	}

	/** Opens a registry to a circle as the list of a person. Replaces an earlier opening to the same circle. */
	public static function open( WP_Post $registry, string $circle_id, string $person_id ): void {
		self::close( $registry, $circle_id );
		add_post_meta( $registry->ID, self::META, "{$circle_id} {$person_id}" );
	}

	/** Opens next year's list to the circles that see this year's list. */
	public static function copy( int $copy_id, int $registry_id, bool $is_next_year ): void {
		$copy     = get_post( $copy_id );
		$registry = get_post( $registry_id );
		if ( ! $is_next_year || ! $copy instanceof WP_Post || ! $registry instanceof WP_Post ) {
			return;
		}
		foreach ( self::stored( $registry ) as $opening ) {
			self::open( $copy, $opening['circle'], $opening['person'] );
		}
	}

	public static function close( WP_Post $registry, string $circle_id ): void {
		foreach ( self::stored( $registry ) as $opening ) {
			if ( $opening['circle'] === $circle_id ) {
				delete_post_meta( $registry->ID, self::META, implode( ' ', $opening ) );
			}
		}
	}

	/** Excludes the openings from WordPress's exports, because the exports contain no circles. */
	public static function skip_export( mixed $is_skipped, mixed $key ): bool {
		return $is_skipped || self::META === $key;
	}

	/** @param array{circle: string, person: string} $opening */
	private static function is_valid( WP_Post $registry, array $opening, Circle $circle ): bool {
		return RegistryPostType::is_shared( $registry ) && self::is_by_owner( $registry, $opening, $circle );
	}

	/** Checks whether the member who acts for the list's person is in the circle, and owns the list. */
	private static function is_by_owner( WP_Post $registry, array $opening, Circle $circle ): bool {
		$owner = get_userdata( (int) $circle->contact_of( $opening['person'] ) );
		return $owner && Roles::of( $registry )->is_owner( $owner );
	}

	/** @return array{circle: string, person: string} Ids in a row of META. */
	private static function parsed( string $row ): array {
		return array_combine( array( 'circle', 'person' ), explode( ' ', $row ) );
	}
}
