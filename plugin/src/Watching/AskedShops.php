<?php
declare( strict_types=1 );

namespace Largesse\Watching;

/**
 * Remembers which shops the watch has just asked, which it leaves alone because they fail, and how many wishes it has
 * looked at today (rules: The watch). A shop is the name of its host.
 */
final class AskedShops {

	/** Option that holds all that; it is read by the cron alone. */
	public const OPTION = 'largesse_watch';

	/** The most wishes of the site that are looked at on a day (UTC). */
	public const A_DAY = 500;

	/** Seconds between two questions to one shop; after a failure, doubled with each further one, and at most. */
	private const PAUSE      = MINUTE_IN_SECONDS;
	private const AFTER_FAIL = DAY_IN_SECONDS;
	private const MOST       = 30 * DAY_IN_SECONDS;

	/** The most shops that are remembered. */
	private const MOST_SHOPS = 2_000;

	/**
	 * Until when (Unix, in seconds) a shop is left alone, and how often in a row it failed.
	 *
	 * @var array<string, array{until: int, failures: int}>
	 */
	private array $shops;

	/** The day, and how many wishes were looked at on it. */
	private string $day;
	private int $asked;

	/** Reads what is remembered. */
	public function __construct() {
		$stored      = get_option( self::OPTION );
		$stored      = is_array( $stored ) ? $stored : array();
		$this->day   = gmdate( 'Y-m-d' );
		$this->asked = ( $stored['day'] ?? '' ) === $this->day ? (int) ( $stored['asked'] ?? 0 ) : 0;
		$this->shops = is_array( $stored['shops'] ?? null ) ? $stored['shops'] : array();
	}

	/** Returns the shop at an address; an empty text if there is none. */
	public static function shop( string $address ): string {
		$host = strtolower( (string) wp_parse_url( $address, PHP_URL_HOST ) );
		return str_starts_with( $host, 'www.' ) ? substr( $host, 4 ) : $host;
	}

	/** Checks whether more may be asked today. */
	public function has_room(): bool {
		return $this->asked < self::A_DAY;
	}

	/** Returns until when (Unix, in seconds) a shop is left alone; 0 for one that may be asked. */
	public function until( string $shop ): int {
		$until = $this->shops[ $shop ]['until'] ?? 0;
		return $until > time() ? $until : 0;
	}

	/** Notes that a shop was asked, and whether it answered. */
	public function note( string $shop, bool $has_answered ): void {
		++$this->asked;
		$failures             = $has_answered ? 0 : ( $this->shops[ $shop ]['failures'] ?? 0 ) + 1;
		$seconds              = 0 === $failures ? self::PAUSE : min( self::MOST, self::AFTER_FAIL * 2 ** min( 10, $failures - 1 ) );
		$this->shops[ $shop ] = array(
			'until'    => time() + $seconds,
			'failures' => $failures,
		);
	}

	/** Stores it, without what does not matter any more. */
	public function save(): void {
		$now   = time();
		$shops = array_filter( $this->shops, static fn ( array $shop ) => $shop['until'] > $now - ( $shop['failures'] > 0 ? self::MOST : 0 ) );
		uasort( $shops, static fn ( array $one, array $other ) => $other['until'] <=> $one['until'] );
		$stored = array(
			'day'   => $this->day,
			'asked' => $this->asked,
			'shops' => array_slice( $shops, 0, self::MOST_SHOPS, true ),
		);
		update_option( self::OPTION, $stored, false );
	}
}
