<?php
declare( strict_types=1 );

namespace Largesse\Watching;

/**
 * Stores until when the watch must not check a shop again (rules: The watch). A check causes a short pause, a failed
 * check a long one. Also counts the wishes checked today. Shops are identified by their host names.
 */
final class ShopThrottle {

	/** Option with the data of this class. Only the cron reads this option. */
	public const OPTION = 'largesse_watch';

	/** Maximum number of wishes that the site checks per day (UTC). */
	private const A_DAY = 500;

	/** Seconds between two requests to a shop. */
	private const PAUSE = MINUTE_IN_SECONDS;

	/** Seconds to wait after a shop's first failure; each further failure doubles the time. */
	private const AFTER_FAIL = DAY_IN_SECONDS;

	/** Maximum seconds to wait after failures. */
	private const MOST = 30 * DAY_IN_SECONDS;

	/** Maximum number of remembered shops. */
	private const MOST_SHOPS = 2_000;

	/**
	 * Pause of each shop: its end (Unix, in seconds) and the number of consecutive failures.
	 *
	 * @var array<string, array{until: int, failures: int}>
	 */
	private array $shops;

	/** Current day (UTC), and number of wishes that the site has checked today. */
	private string $day;
	private int $checked;

	/** Loads the stored data. */
	public function __construct() {
		$stored        = get_option( self::OPTION, array() );
		$this->day     = gmdate( 'Y-m-d' );
		$this->checked = ( $stored['day'] ?? '' ) === $this->day ? $stored['asked'] : 0;
		$this->shops   = $stored['shops'] ?? array();
	}

	/** Returns the host name that identifies a shop; an empty text if the address has no host. */
	public static function shop( string $address ): string {
		$host = strtolower( (string) wp_parse_url( $address, PHP_URL_HOST ) );
		return str_starts_with( $host, 'www.' ) ? substr( $host, 4 ) : $host;
	}

	/** Checks whether more wishes may be checked today. */
	public function has_room(): bool {
		return $this->checked < self::A_DAY;
	}

	/** Returns the end (Unix, in seconds) of a shop's pause; 0 if the shop may be checked. */
	public function until( string $shop ): int {
		$until = $this->shops[ $shop ]['until'] ?? 0;
		return $until > time() ? $until : 0;
	}

	/** Records a request to a shop, and whether the shop has answered. */
	public function record( string $shop, bool $has_answered ): void {
		++$this->checked;
		$failures             = $has_answered ? 0 : ( $this->shops[ $shop ]['failures'] ?? 0 ) + 1;
		$seconds              = 0 === $failures ? self::PAUSE : min( self::MOST, self::AFTER_FAIL * 2 ** min( 10, $failures - 1 ) );
		$this->shops[ $shop ] = array(
			'until'    => time() + $seconds,
			'failures' => $failures,
		);
	}

	/** Deletes outdated entries and stores the data. */
	public function save(): void {
		$now   = time();
		$shops = array_filter( $this->shops, static fn ( array $shop ) => $shop['until'] > $now - ( $shop['failures'] > 0 ? self::MOST : 0 ) );
		uasort( $shops, static fn ( array $one, array $other ) => $other['until'] <=> $one['until'] );
		$stored = array(
			'day'   => $this->day,
			'asked' => $this->checked,
			'shops' => array_slice( $shops, 0, self::MOST_SHOPS, true ),
		);
		update_option( self::OPTION, $stored, false );
	}
}
