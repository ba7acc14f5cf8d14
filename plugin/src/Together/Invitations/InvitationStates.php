<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use WP_Post;

/**
 * Stores the state of each invitation to a registry: when it was mailed, when a mail failed, and when the person first
 * visited (rules: Invitations). Entries are hashed, and are deleted when the invitation is withdrawn.
 */
final class InvitationStates {

	/**
	 * Kind of the record of a registry. It maps the hash of each entry to the times of its events (seconds since 1970).
	 */
	public const KIND = 'invitations';

	/** Keys of times: a mail was requested (it waits until the site sends it or gives it up), was sent, or failed. */
	public const ASKED  = 'asked';
	public const MAILED = 'mailed';
	public const FAILED = 'failed';

	/** Key of the time when the person first visited the registry. */
	public const HERE = 'here';

	/** @return array{asked: ?int, mailed: ?int, failed: ?int, here: ?int} Seconds since 1970; null for never. */
	public static function of( WP_Post $registry, string $entry ): array {
		return self::of_all( $registry, array( $entry ) )[0];
	}

	/**
	 * Like `of()`, in the order of the entries.
	 *
	 * @param list<string> $entries
	 * @return list<array<string, ?int>> As from `of()`, in the order of the entries.
	 */
	public static function of_all( WP_Post $registry, array $entries ): array {
		$all     = Records::read( self::KIND, $registry->ID )->data;
		$nothing = array_fill_keys( array( self::ASKED, self::MAILED, self::FAILED, self::HERE ), null );
		return array_map(
			static fn ( string $entry ) => array_replace( $nothing, $all[ self::id( $registry, $entry ) ] ?? array() ),
			$entries
		);
	}

	/** Records that an event (a key above) has just happened to entries. It clears the times of other events. */
	public static function record( WP_Post $registry, array $entries, string $event, string ...$cleared ): void {
		self::change(
			$registry,
			$entries,
			static fn ( array $known ) => array( $event => time() ) + array_diff_key( $known, array_flip( $cleared ) )
		);
	}

	/** Deletes the states of people who are no longer invited, after the meta of a post has changed. */
	public static function delete_outdated( mixed $meta_id, mixed $post_id, mixed $key ): void {
		$registry = RegistryMeta::INVITEES === $key ? get_post( (int) $post_id ) : null;
		if ( RegistryPostType::is( $registry ) && Records::read( self::KIND, $registry->ID )->is_stored() ) {
			self::change( $registry, array(), static fn ( array $known ) => $known );
		}
	}

	/** Records the first visit of an invited person. */
	public static function record_visit( WP_Post $registry, string $entry ): void {
		if ( null === self::of( $registry, $entry )[ self::HERE ] ) {
			self::change( $registry, array( $entry ), static fn ( array $known ) => $known + array( self::HERE => time() ) );
		}
	}

	/** Returns the hash of an entry on a registry's list. The hash is pseudonymous, and differs between registries. */
	public static function id( WP_Post $registry, string $entry ): string {
		return KeyedHash::of( "largesse-invitation|{$registry->ID}|" . PeopleEntries::normalize( $entry ) );
	}

	/**
	 * Changes states, and deletes those of people who are no longer invited.
	 *
	 * @param callable(array<string, mixed>): array<string, mixed> $change Gets the state of an entry; empty for none.
	 */
	private static function change( WP_Post $registry, array $entries, callable $change ): void {
		Records::change(
			self::KIND,
			$registry->ID,
			static function ( Record $now ) use ( $registry, $entries, $change ): ?Record {
				// Another process may have changed the invitees after this request read them.
				wp_cache_delete( $registry->ID, 'post_meta' );
				$all = $now->data;
				foreach ( $entries as $entry ) {
					$id         = self::id( $registry, $entry );
					$all[ $id ] = $change( $all[ $id ] ?? array() );
				}
				$invited = array_map(
					static fn ( string $other ) => self::id( $registry, $other ),
					Roles::entries_of( $registry )
				);
				$left    = array_intersect_key( $all, array_flip( $invited ) );
				return $left ? $now->with( data: $left, registry: $registry->ID ) : null;
			}
		);
	}
}
