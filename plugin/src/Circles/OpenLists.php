<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Roles;
use Largesse\Service\Rules;
use WP_Post;

/**
 * Lists that owners have opened to circles (rules: Circles). Each list belongs to a person of the circle ("the list's
 * person"): the owner, or somebody whom the owner looks after. Each read checks again that the person who opened the
 * list ("the opener") still owns it, and that both people are still in the circle.
 */
final class OpenLists {

	/**
	 * Meta key of registries, with one row ("opening") for each circle to which the list is open. An opening contains
	 * the id of the circle, the id of the list's person, and the id of the person who opened the list.
	 */
	public const META = '_largesse_circle';

	/** Number of characters of an id. */
	private const ID_CHARS = 16;

	/**
	 * Returns the openings of a registry (see META), including openings that are no longer valid.
	 *
	 * @return list<array{circle: string, person: string, opener: string}> Ids.
	 */
	public static function stored( WP_Post $registry ): array {
		return array_values( array_filter( array_map( self::parsed( ... ), (array) get_post_meta( $registry->ID, self::META ) ) ) );
	}

	/** Checks whether a user may see a registry through a circle. */
	public static function may_see( WP_Post $registry, int $user_id ): bool {
		foreach ( $user_id > 0 ? self::stored( $registry ) : array() as $opening ) {
			$circle = CircleStore::read( $opening['circle'] );
			if ( null !== $circle && null !== $circle->people->of_user( $user_id ) && self::is_valid( $registry, $opening, $circle ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns the registries that are open to a circle, by the id of the list's person.
	 *
	 * @return array<string, list<WP_Post>>
	 */
	public static function of_circle( CircleData $circle ): array {
		$lists = array();
		foreach ( self::rows( $circle->circle->id ) as $row ) {
			$registry = get_post( (int) $row->post_id );
			$opening  = self::parsed( $row->meta_value );
			if ( $registry instanceof WP_Post && null !== $opening && self::is_valid( $registry, $opening, $circle ) ) {
				$lists[ $opening['person'] ][ $registry->ID ] = $registry;
			}
		}
		return array_map( 'array_values', $lists );
	}

	/**
	 * Returns the person of a circle to whom a registry belongs; null if the registry is closed to the circle. The
	 * registry may be a draft, which the circle cannot see.
	 */
	public static function person_of( WP_Post $registry, CircleData $circle ): ?Person {
		foreach ( self::stored( $registry ) as $opening ) {
			if ( $opening['circle'] === $circle->circle->id && self::is_by_owner( $registry, $opening, $circle ) ) {
				return $circle->people->with_id( $opening['person'] );
			}
		}
		return null;
	}

	/**
	 * Opens a registry to a circle. Replaces an earlier opening to the same circle.
	 *
	 * @param string $person_id Id of the person to whom the registry belongs.
	 * @param string $opener_id Id of the person who opens the registry.
	 */
	public static function open( WP_Post $registry, string $circle_id, string $person_id, string $opener_id ): void {
		self::close( $registry, $circle_id );
		add_post_meta( $registry->ID, self::META, "{$circle_id} {$person_id} {$opener_id}" );
	}

	/** Closes a registry to a circle. */
	public static function close( WP_Post $registry, string $circle_id ): void {
		foreach ( self::stored( $registry ) as $opening ) {
			if ( $opening['circle'] === $circle_id ) {
				delete_post_meta( $registry->ID, self::META, implode( ' ', $opening ) );
			}
		}
	}

	/** Closes lists to a circle that a person has left: the lists of this person, and lists that this person opened. */
	public static function close_of( string $circle_id, string $person_id ): void {
		self::delete( $circle_id, static fn ( array $opening ): bool => in_array( $person_id, array( $opening['person'], $opening['opener'] ), true ) );
	}

	/** Closes all lists to a circle that no longer exists. */
	public static function close_all( string $circle_id ): void {
		self::delete( $circle_id, static fn (): bool => true );
	}

	/**
	 * Excludes the openings from WordPress's exports, because the exports contain no circles.
	 *
	 * @param mixed $is_skipped Whether the key is already excluded.
	 */
	public static function skip_export( mixed $is_skipped, mixed $key ): bool {
		return $is_skipped || self::META === $key;
	}

	/**
	 * Checks whether an opening is valid in its circle.
	 *
	 * @param array{circle: string, person: string, opener: string} $opening Ids.
	 */
	private static function is_valid( WP_Post $registry, array $opening, CircleData $circle ): bool {
		return RegistryPostType::is( $registry ) && in_array( $registry->post_status, Rules::REGISTRY_STATUSES, true ) && self::is_by_owner( $registry, $opening, $circle );
	}

	/**
	 * Checks whether the opener of a list is in the circle, owns the list, and may act for the list's person.
	 *
	 * @param array{circle: string, person: string, opener: string} $opening Ids.
	 */
	private static function is_by_owner( WP_Post $registry, array $opening, CircleData $circle ): bool {
		$opener = $circle->people->with_id( $opening['opener'] );
		$owner  = null === $opener?->user ? false : get_userdata( $opener->user );
		return $owner && $circle->people->may_act_for( $opening['person'], $owner->ID ) && Roles::of( $registry )->is_owner( $owner );
	}

	/**
	 * Deletes openings to a circle.
	 *
	 * @param callable(array{circle: string, person: string, opener: string}): bool $is_meant Selects the openings.
	 */
	private static function delete( string $circle_id, callable $is_meant ): void {
		foreach ( self::rows( $circle_id ) as $row ) {
			$opening = self::parsed( $row->meta_value );
			if ( null !== $opening && $is_meant( $opening ) ) {
				delete_post_meta( (int) $row->post_id, self::META, $row->meta_value );
			}
		}
	}

	/**
	 * Returns the stored openings to a circle.
	 *
	 * @return list<object{post_id: string, meta_value: string}>
	 */
	private static function rows( string $circle_id ): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- A meta query would load the whole posts, even the posts of people who have left.
		$rows = (array) $wpdb->get_results( $wpdb->prepare( "SELECT post_id, meta_value FROM {$wpdb->postmeta} WHERE meta_key = %s AND meta_value LIKE %s ORDER BY post_id", self::META, $wpdb->esc_like( $circle_id ) . ' %' ) );
		_prime_post_caches( array_map( 'intval', array_column( $rows, 'post_id' ) ), false, true );
		return $rows;
	}

	/**
	 * Parses a stored row; null if the row is invalid.
	 *
	 * @return array{circle: string, person: string, opener: string}|null
	 */
	private static function parsed( mixed $row ): ?array {
		$ids = is_string( $row ) && 3 * self::ID_CHARS + 2 === strlen( $row ) ? explode( ' ', $row ) : array();
		return 3 === count( $ids ) ? array_combine( array( 'circle', 'person', 'opener' ), $ids ) : null;
	}
}
