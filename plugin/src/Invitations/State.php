<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\KeyedHash;
use Largesse\Registry\Invitees;
use Largesse\Registry\Lock;
use Largesse\Registry\PeopleList;
use WP_Post;

/**
 * Remembers what became of each invitation to a registry: when it was mailed, when a mail could not be sent, and when the
 * invited person was first there (rules: Invitations). Entries stand there as hashes, and only as long as they are invited.
 */
final class State {

	/** Name of the meta: JSON, times in seconds since 1970 by what happened, by the hash of the entry. */
	public const META = '_largesse_invitations';

	/** What happened; a mail that was asked for waits until it is sent or given up. */
	public const ASKED  = 'asked';
	public const MAILED = 'mailed';
	public const FAILED = 'failed';
	public const HERE   = 'here';

	/**
	 * Returns what became of the invitation of an entry.
	 *
	 * @return array{asked: ?int, mailed: ?int, failed: ?int, here: ?int} Seconds since 1970; null for never. A mail that was
	 *                                                                    sent later ends that one failed, or waits.
	 */
	public static function of( WP_Post $registry, string $entry ): array {
		return self::of_all( $registry, array( $entry ) )[0];
	}

	/**
	 * Returns what became of the invitations of entries, in their order.
	 *
	 * @param list<string> $entries The entries.
	 * @return list<array{asked: ?int, mailed: ?int, failed: ?int, here: ?int}> As `of` does.
	 */
	public static function of_all( WP_Post $registry, array $entries ): array {
		$all     = self::read( $registry );
		$nothing = array_fill_keys( array( self::ASKED, self::MAILED, self::FAILED, self::HERE ), null );
		return array_map( static fn ( string $entry ) => array_replace( $nothing, array_intersect_key( $all[ self::id( $registry, $entry ) ] ?? array(), $nothing ) ), $entries );
	}

	/**
	 * Notes that invitations are to be mailed.
	 *
	 * @param list<string> $entries The entries.
	 */
	public static function note_asked( WP_Post $registry, array $entries ): void {
		self::note( $registry, $entries, static fn ( array $known ) => array( self::ASKED => time() ) + array_diff_key( $known, array( self::FAILED => true ) ) );
	}

	/** Notes that an invitation was mailed. */
	public static function note_mailed( WP_Post $registry, string $entry ): void {
		self::note( $registry, array( $entry ), static fn ( array $known ) => array( self::MAILED => time() ) + array_diff_key( $known, array_flip( array( self::ASKED, self::FAILED ) ) ) );
	}

	/** Notes that an invitation could not be mailed. @param bool $is_final Whether nobody tries it again. */
	public static function note_failed( WP_Post $registry, string $entry, bool $is_final = true ): void {
		self::note( $registry, array( $entry ), static fn ( array $known ) => array( self::FAILED => time() ) + ( $is_final ? array_diff_key( $known, array( self::ASKED => true ) ) : $known ) );
	}

	/** Forgets whoever is not invited any more. */
	public static function tidy( WP_Post $registry ): void {
		self::note( $registry, array(), static fn ( array $known ) => $known );
	}

	/** Notes that the invited person has been here; the first time counts. */
	public static function note_here( WP_Post $registry, string $entry ): void {
		if ( null === self::of( $registry, $entry )[ self::HERE ] ) {
			self::note( $registry, array( $entry ), static fn ( array $known ) => $known + array( self::HERE => time() ) );
		}
	}

	/** Returns the hash under which an entry of a registry's list stands. It names nobody, and differs between registries. */
	public static function id( WP_Post $registry, string $entry ): string {
		return KeyedHash::of( "largesse-invitation|{$registry->ID}|" . PeopleList::normalize( $entry ) );
	}

	/**
	 * Changes what is known of entries, and forgets whoever is not invited any more. Where others keep changing it at the
	 * same moment for seconds, it is not noted.
	 *
	 * @param list<string>                                     $entries The entries.
	 * @param callable(array<string, int>): array<string, int> $change Makes what is known then from what is known now.
	 */
	private static function note( WP_Post $registry, array $entries, callable $change ): void {
		Lock::hold(
			"invitations_{$registry->ID}",
			static function () use ( $registry, $entries, $change ): void {
				// Somebody else may have written since this request has read it.
				wp_cache_delete( $registry->ID, 'post_meta' );
				$invited = array_map( static fn ( string $other ) => self::id( $registry, $other ), Invitees::entries_of( $registry ) );
				$all     = self::read( $registry );
				foreach ( $entries as $entry ) {
					$id         = self::id( $registry, $entry );
					$all[ $id ] = $change( $all[ $id ] ?? array() );
				}
				update_post_meta( $registry->ID, self::META, wp_json_encode( array_intersect_key( $all, array_flip( $invited ) ), JSON_FORCE_OBJECT ) );
			}
		);
	}

	/**
	 * Reads what is known; what cannot be read is nothing.
	 *
	 * @return array<string, array<string, int>>
	 */
	private static function read( WP_Post $registry ): array {
		$all = json_decode( (string) get_post_meta( $registry->ID, self::META, true ), true );
		return array_map(
			static fn ( array $known ) => array_filter( $known, 'is_int' ),
			array_filter( is_array( $all ) ? $all : array(), 'is_array' )
		);
	}
}
