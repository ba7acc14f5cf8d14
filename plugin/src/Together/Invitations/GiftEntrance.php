<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\Registries;
use WP_Post;

/** Remembers a giver's link. As long as it works, the key of the gift opens the list on other devices, too. */
final class GiftEntrance {

	/**
	 * Kind of the records. They do not name the registry: if its deletion took longer for each gift, owners could notice
	 * secret gifts. Instead, they expire.
	 */
	public const KIND = 'gift_entrance';

	/** Seconds for which a record is stored. */
	private const KEPT = 400 * DAY_IN_SECONDS;

	/**
	 * Stores the visitor's link for a gift. Stores nothing for visitors without a link.
	 *
	 * @param array<string, mixed> $purchase    The purchase, or `id` and the guest's fields.
	 * @param bool                 $is_visitors Whether the visitor gives it. Other givers must not get the visitor's
	 *         access.
	 */
	public static function remember(
		array $purchase,
		WP_Post $registry,
		array $added = array(),
		bool $is_visitors = true
	): void {
		$visitor = $is_visitors ? LinkVisitor::from_cookie( $registry ) : null;
		if ( null !== $visitor ) {
			Records::change(
				self::KIND,
				self::key( (string) $purchase['id'] ),
				static fn ( Record $now ): Record => $now->with( data: array( $visitor->fingerprint() ), time: time() + self::KEPT )
			);
		}
	}

	/**
	 * Checks whether the giver came through a link. Then the giver may know the owner's name, even if the link has ended.
	 */
	public static function is_known( bool $is_known, string $purchase_id ): bool {
		return $is_known || Records::read( self::KIND, self::key( $purchase_id ) )->is_stored();
	}

	public static function forget( mixed $purchase_id ): void {
		Records::delete( self::KIND, self::key( (string) $purchase_id ) );
	}

	/** Opens the list for a giver whose link still works. Call it before any output, and only in an uncached response. */
	public static function open( string $purchase_id, WP_Post $registry ): void {
		$stored  = Registries::may_read( $registry ) && Registries::is_open( $registry )
			? null
			: Records::read( self::KIND, self::key( $purchase_id ) )->data[0] ?? null;
		$visitor = null === $stored ? null : LinkVisitor::with_fingerprint( $registry, $stored );
		$visitor?->set_cookie();
	}

	public static function delete_expired(): void {
		Records::delete_expired( self::KIND, time() );
	}

	private static function key( string $purchase_id ): string {
		return KeyedHash::of( 'entrance of ' . strtolower( $purchase_id ) );
	}
}
