<?php
/**
 * Changing who is invited.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Error;
use WP_Post;

/**
 * Changes the invitees of a registry by the rules of the API: entries are trimmed, who is there already keeps the
 * first spelling, and there are limits. Callers check who may do so.
 */
final class InviteeList {

	/** Most invitees of a registry. */
	public const MAX = 1000;

	/** Most characters of an entry. */
	public const MAX_CHARS = 100;

	/**
	 * Invites people; either all of them, or nobody.
	 *
	 * @param WP_Post      $registry The registry.
	 * @param list<string> $who      User names and e-mail addresses.
	 * @return int|WP_Error How many were not invited yet.
	 */
	public static function add( WP_Post $registry, array $who ): int|WP_Error {
		$who = array_map( Invitees::trim( ... ), $who );
		foreach ( $who as $entry ) {
			$length = mb_strlen( $entry );
			if ( $length < 1 || $length > self::MAX_CHARS ) {
				/* translators: %d: a number of characters. */
				return self::error( sprintf( __( 'An invitee has 1 to %d characters.', 'largesse' ), self::MAX_CHARS ) );
			}
		}
		$added   = 0;
		$is_full = false;
		$changed = self::change(
			$registry,
			static function ( array $entries ) use ( $who, &$added, &$is_full ): array {
				$all     = self::each_once( array_merge( $entries, $who ) );
				$added   = count( $all ) - count( $entries );
				$is_full = $added > 0 && count( $all ) > self::MAX;
				return $is_full ? $entries : $all;
			}
		);
		if ( $is_full ) {
			/* translators: %d: a number of people. */
			return self::error( sprintf( __( 'A registry has at most %d invitees.', 'largesse' ), self::MAX ) );
		}
		return is_wp_error( $changed ) ? $changed : max( 0, $added );
	}

	/**
	 * Takes invitations back.
	 *
	 * @param WP_Post                $registry The registry.
	 * @param callable(string): bool $is_gone  Whether an entry goes.
	 * @return true|WP_Error
	 */
	public static function remove( WP_Post $registry, callable $is_gone ): bool|WP_Error {
		return self::change( $registry, static fn ( array $entries ) => array_values( array_filter( $entries, static fn ( string $entry ) => ! $is_gone( $entry ) ) ) );
	}

	/**
	 * Changes the list.
	 *
	 * @param WP_Post                              $registry The registry.
	 * @param callable(list<string>): list<string> $change   Makes the new list.
	 * @return true|WP_Error
	 */
	private static function change( WP_Post $registry, callable $change ): bool|WP_Error {
		$changed = StoredList::change(
			$registry->ID,
			RegistryMeta::INVITEES,
			static fn ( array $stored ) => $change( array_values( array_filter( $stored, 'is_string' ) ) )
		);
		return null === $changed ? self::error( __( 'The registry is being changed by too many people at once.', 'largesse' ) ) : true;
	}

	/**
	 * The entries without those that mean the same as an earlier one.
	 *
	 * @param list<string> $entries The entries.
	 * @return list<string>
	 */
	private static function each_once( array $entries ): array {
		$known = array();
		foreach ( $entries as $entry ) {
			$known += array( 'as ' . Invitees::normalize( $entry ) => $entry );
		}
		return array_values( $known );
	}

	/**
	 * An error that the list stays as it is.
	 *
	 * @param string $message Why.
	 */
	private static function error( string $message ): WP_Error {
		return new WP_Error( 'largesse_invitees', $message );
	}
}
