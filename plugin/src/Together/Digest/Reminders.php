<?php
declare( strict_types=1 );

namespace Largesse\Together\Digest;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Links\SecretParameters;
use WP_Error;
use WP_User;

/** Kinds of reminders that members have chosen (rules: Reminders). A member without a choice has no record. */
final class Reminders {

	/** Kind of the records: chosen `kinds`, day of the `last` mail, and `mailed` entries, as DigestPlan describes them. */
	public const KIND = 'reminders';

	/** @return array<string, string> Labels of all kinds of reminders that the site's features offer, by kind. */
	public static function offered(): array {
		/**
		 * Filters the kinds of reminders.
		 *
		 * @param array<string, string> $kinds Labels by kind, in the order in which members choose them.
		 */
		return apply_filters( 'largesse_reminders', array() );
	}

	/** @return list<string> The kinds that a member has chosen. */
	public static function chosen( int $user_id ): array {
		return self::kinds( Records::read( self::KIND, $user_id ) );
	}

	/** Stores the kinds that a member wants. @param list<string> $kinds Unknown ones are ignored. */
	public static function choose( int $user_id, array $kinds ): ?WP_Error {
		$known  = array_values( array_intersect( array_keys( self::offered() ), $kinds ) );
		$stored = Records::change(
			self::KIND,
			$user_id,
			static fn ( Record $now ): ?Record => array() === $known
				&& ! $now->is_stored() ? null : $now->with( data: array( 'kinds' => $known ) + $now->data, user: $user_id )
		);
		return is_wp_error( $stored ) ? $stored : null;
	}

	/** Returns the plan of a member's digest. */
	public static function plan( int $user_id ): DigestPlan {
		$record = Records::read_again( self::KIND, $user_id );
		return new DigestPlan( self::kinds( $record ), $record->data['last'] ?? '', $record->data['mailed'] ?? array() );
	}

	/** Remembers a mail. @param list<array<string, mixed>> $entries Its entries. */
	public static function remember( int $user_id, array $entries, string $today ): void {
		$mailed = self::plan( $user_id )->mailed_after( $entries, $today );
		Records::change(
			self::KIND,
			$user_id,
			static fn ( Record $now ): ?Record => $now->is_stored() ? $now->with(
				data: array( 'last' => $today, 'mailed' => $mailed ) + $now->data
			) : null
		);
	}

	/**
	 * Returns what the site's features know for a member, in the order of the kinds.
	 *
	 * @return list<array{kind: string, key: string, due: string, text: string, url: string}>
	 */
	public static function entries( WP_User $user, string $today ): array {
		/**
		 * Filters what the site can remind a member of. Texts must not say whether a gift was given to the member.
		 *
		 * @param list<array{kind: string, key: string, due: string, text: string, url: string}> $entries
		 *        Kind (`largesse_reminders`); identifier, which never repeats; first day on which it is due, `YYYY-MM-DD`;
		 *        plain text; and the address of a page about it.
		 * @param WP_User      $user  The member.
		 * @param string       $today The day of the mail.
		 * @param list<string> $kinds Kinds that the member has chosen. Entries of other kinds are ignored.
		 */
		$entries = apply_filters( 'largesse_reminder_entries', array(), $user, $today, self::chosen( $user->ID ) );
		$order   = array_flip( array_keys( self::offered() ) );
		usort(
			$entries,
			static fn ( array $one, array $other ): int => array( $order[ $one['kind'] ] ?? 0, $one['due'] ) <=> array(
				$order[ $other['kind'] ] ?? 0,
				$other['due'],
			)
		);
		return $entries;
	}

	/** Returns the address of the page that ends all reminders of a member with one press. */
	public static function end_url( int $user_id ): string {
		return SecretParameters::link( home_url( '/' ), EndReminders::FIELD, "{$user_id}x" . self::key( $user_id ) );
	}

	/** Returns the id of the member whose reminders a sent token ends; 0 for none. */
	public static function user_of( mixed $token ): int {
		list( $id, $key ) = SecretParameters::numbered_key( $token );
		return $id > 0 && hash_equals( self::key( $id ), $key ) ? $id : 0;
	}

	private static function key( int $user_id ): string {
		return KeyedHash::of( "largesse-no-reminders|{$user_id}@" . get_current_blog_id() );
	}

	/** @return list<string> */
	private static function kinds( Record $record ): array {
		return $record->data['kinds'] ?? array();
	}
}
