<?php
declare( strict_types=1 );

namespace Largesse\Together\MyGifts;

use Largesse\Foundation\Records\CronRun;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Promises\Giving\Giver;
use Largesse\Promises\Giving\GiverPromises;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Past gifts that a member wants to remember (rules: My gifts). The service erases the names of givers some months
 * after the day, and the gifts of a deleted list. So the site copies them on the day after, for the member alone.
 *
 * @phpstan-type Remembered array{name: string, facts: list<string>, title: string, author: int, day: string} Name that
 *               the wish had when the member promised it; facts about the gift; title of the list; its author; its day,
 *               or the day of the gift, `YYYY-MM-DD`. Title and author are empty if the member could not open the list.
 */
final class RememberedGifts {

	/** Kind of the records. A record exists while the member remembers gifts. Its data are the gifts by id. */
	public const KIND = 'remembered';

	/** Daily event of the cron. */
	public const HOOK = 'largesse_remember_gifts';

	/** Maximum number of gifts of a member. The oldest are forgotten. */
	private const MOST = 1000;

	/** Days after a gift for a list without a day is a past gift. */
	private const PAST_DAYS = 30;

	/** @param array<string, Remembered> $gifts By id. */
	private function __construct( public readonly bool $is_on, public readonly array $gifts ) {}

	public static function of( int $user_id ): self {
		$record = Records::read( self::KIND, $user_id );
		return new self( $record->is_stored(), $record->data );
	}

	/** Starts remembering, or erases everything that was remembered. */
	public static function turn( int $user_id, bool $is_on ): ?WP_Error {
		$stored = Records::change(
			self::KIND,
			$user_id,
			static fn ( Record $now ): ?Record => $is_on ? $now->with( user: $user_id ) : null
		);
		return is_wp_error( $stored ) ? $stored : null;
	}

	/** Erases one gift. It returns if the service still has it. */
	public static function remove( int $user_id, string $id ): ?WP_Error {
		$stored = Records::change(
			self::KIND,
			$user_id,
			static fn ( Record $now ): ?Record => $now->is_stored() ? $now->with(
				data: array_diff_key( $now->data, array( $id => true ) )
			) : null
		);
		return is_wp_error( $stored ) ? $stored : null;
	}

	/** Erases a gift that was given back. @param int $giver Account of the giver; 0 for none. */
	public static function forget_gift( string $id, int $registry_id, int $giver ): void {
		self::forget( $id, $giver );
	}

	/** Erases a promise that has ended. @param int $giver Account of the giver; 0 for none. */
	public static function forget( string $id, int $giver ): void {
		if ( $giver > 0 && isset( self::of( $giver )->gifts[ $id ] ) ) {
			self::remove( $giver, $id );
		}
	}

	/** Copies the past gifts of all members who remember them, whose records come after `$after`. */
	public static function run( GiverPromises $promises, mixed $after ): void {
		CronRun::of(
			self::KIND,
			self::HOOK,
			$after,
			static function ( Record $record ) use ( $promises ): void {
				self::copy( $promises, $record );
			}
		);
	}

	private static function copy( GiverPromises $promises, Record $record ): void {
		$user = get_userdata( $record->user );
		$all  = $user instanceof WP_User ? $promises->of( Giver::of_member( $user ) ) : array();
		// Without an answer of the service, the next run copies them.
		$past = is_wp_error( $all ) ? array() : self::past( $all, (string) wp_date( 'Y-m-d' ) );
		// The title of a list stays as it was on the last day on which the member could open it.
		$open = array_filter( $past, static fn ( array $gift ): bool => '' !== $gift['title'] );
		if ( array() !== $past ) {
			Records::change(
				self::KIND,
				$record->key,
				static fn ( Record $now ): ?Record => $now->is_stored() ? $now->with(
					data: array_slice( $open + $now->data + $past, 0, self::MOST, true )
				) : null
			);
		}
	}

	/**
	 * Returns what a member gave to the owner of a list before: remembered gifts, the latest first. The member may know
	 * it, so the page of this list may show it to the member alone.
	 *
	 * @return list<string> Plain texts.
	 */
	public static function before( int $user_id, WP_Post $registry, int $most ): array {
		$theirs = array_filter(
			self::of( $user_id )->gifts,
			static fn ( array $gift ): bool => $gift['author'] === (int) $registry->post_author
		);
		uasort( $theirs, static fn ( array $one, array $other ): int => $other['day'] <=> $one['day'] );
		return array_values( array_map( self::text( ... ), array_slice( $theirs, 0, $most ) ) );
	}

	/**
	 * Describes a gift: "Kettle (Your part: €20), for “Lena’s list” on 3 May 2026". Without the list, only gift and day.
	 *
	 * @param Remembered $gift
	 */
	public static function text( array $gift ): string {
		$name = array() === $gift['facts'] ? $gift['name'] : "{$gift['name']} (" . implode( ', ', $gift['facts'] ) . ')';
		if ( '' === $gift['title'] ) {
			return "{$name}, " . Occasion::day( $gift['day'] );
		}
		/* translators: 1: a gift, 2: title of a list, 3: a date. */
		return str_replace( array( '%1$s', '%2$s', '%3$s' ), array( $name, $gift['title'], Occasion::day( $gift['day'] ) ), __( '%1$s, for “%2$s” on %3$s', 'largesse' ) );
	}

	/**
	 * @param list<array<string, mixed>> $promises As GiverPromises returns them.
	 * @return array<string, Remembered> The past gifts by id.
	 */
	private static function past( array $promises, string $today ): array {
		$past = array();
		foreach ( $promises as $promise ) {
			$registry = $promise['list']?->registry;
			$given    = substr( $promise['given'], 0, 10 );
			$day      = null === $registry ? '' : (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
			$over  = '' === $day
				? gmdate( 'Y-m-d', (int) strtotime( "{$given} 12:00 UTC" ) + self::PAST_DAYS * DAY_IN_SECONDS )
				: $day;
			if ( $over < $today ) {
				$past[ $promise['id'] ] = array(
					// The owner may have made another wish of it since then.
					'name'   => GiverPromises::promised_name( $promise ),
					'facts'  => $promise['facts'],
					'title'  => null === $registry ? '' : Registries::title_or_untitled( $registry ),
					'author' => (int) $registry?->post_author,
					'day'    => '' === $day ? $given : $day,
				);
			}
		}
		return $past;
	}
}
