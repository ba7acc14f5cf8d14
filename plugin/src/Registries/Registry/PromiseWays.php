<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;

/**
 * Stores the ways into a list (WayIn) through which a guest without an account has promised a gift or a part of one. As
 * long as they work, the list is open on the page of the promise, on other devices, too. An account needs no record.
 */
final class PromiseWays {

	/**
	 * Kind of the records. They do not name the registry: if its deletion took longer for each gift, owners could notice
	 * secret gifts. Instead, they expire.
	 */
	public const KIND = 'gift_entrance';

	/** Seconds for which a record is stored. */
	private const KEPT = 400 * DAY_IN_SECONDS;

	/**
	 * Returns the ways of a promise: those stored, and its account.
	 *
	 * @param array<string, mixed> $promise With its `id`, and perhaps with `giver_user_id`.
	 */
	public static function of( array $promise ): string {
		$of_member = WayIn::of_member( (int) ( $promise['giver_user_id'] ?? 0 ) );
		return trim( self::stored( (string) $promise['id'] ) . " {$of_member}" );
	}

	/**
	 * Returns the list of a promise if it is open now to the giver, who has these other ways in, too. Null if it was
	 * deleted. Without the list, nothing may name its title, its address, or the wish as it is now.
	 *
	 * @param array<string, mixed> $promise With `id` and `registry_id`.
	 */
	public static function list_of( array $promise, string ...$ways ): ?OpenedList {
		return OpenedList::through(
			Registries::with_id( $promise['registry_id'] ),
			self::stored( (string) $promise['id'] ),
			...$ways
		);
	}

	/** Returns the stored ways of a promise; '' for none. */
	public static function stored( string $promise_id ): string {
		$stored = (string) ( Records::read( self::KIND, self::key( $promise_id ) )->data[0] ?? '' );
		// Earlier versions stored the fingerprint of a link.
		return '' === $stored || str_contains( $stored, ':' ) ? $stored : WayIn::LINK . $stored;
	}

	/** Stores the ways of a promise, except for accounts. Stores nothing for visitors who only know a public page. */
	public static function store( string $promise_id, string $way ): void {
		$kept = WayIn::without_members( $way );
		if ( '' !== $kept ) {
			Records::change(
				self::KIND,
				self::key( $promise_id ),
				static fn ( Record $now ): Record => $now->with( data: array( $kept ), time: time() + self::KEPT )
			);
		}
	}

	/** Stores the ways of a gift. The parameters are those of `largesse_gift_made`. */
	public static function store_gift(
		array $purchase,
		mixed $registry,
		mixed $added,
		mixed $is_visitors,
		string $way
	): void {
		self::store( (string) $purchase['id'], $way );
	}

	/** Deletes the ways of a promise that has ended. */
	public static function forget( mixed $promise_id ): void {
		Records::delete( self::KIND, self::key( (string) $promise_id ) );
	}

	public static function delete_expired(): void {
		Records::delete_expired( self::KIND, time() );
	}

	private static function key( string $promise_id ): string {
		return KeyedHash::of( 'entrance of ' . strtolower( $promise_id ) );
	}
}
