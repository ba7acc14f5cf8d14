<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use DateTimeImmutable;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;

/**
 * Level and day of a registry: how much its owner sees of gifts that are made now (rules: Surprise). This needs no
 * promise: the service decides about promises. The service has the same rule of the day in `contract/reveal-day.ts`.
 * The cases `surprises` of `contract/rule-cases.json` check both. All days are `YYYY-MM-DD`.
 */
class SurpriseRules {

	/** Levels: before the reveal, the owner sees nothing, or the quantities, or the quantities and the givers. */
	public const HIDDEN = 'hidden';
	public const COUNTS = 'counts';
	public const NAMES  = 'names';

	/** Maximum number of days between reveal and mail. The plugin may notice the reveal years later: no mail then. */
	private const NEWS_DAYS = 7;

	/** Earliest hour for mails to owners. The day of the reveal begins at midnight, which is too early for a mail. */
	private const MORNING = 8;

	/** Level of surprise. A registry without a stored level shows quantities; an unknown level hides gifts. */
	public readonly string $level;

	/** Day of the reveal: the day that the owner chose, otherwise a fixed time after the event; null for none. */
	public readonly ?string $day;

	/** Day of the event; null for none. */
	private readonly ?string $event;

	/** The stored level, event and chosen day may be empty. `$now` is in the time zone of the site. */
	final public function __construct(
		string $level,
		string $event,
		string $chosen,
		private readonly DateTimeImmutable $now
	) {
		$this->level = '' === $level
			? self::COUNTS
			: ( in_array( $level, Rules::SURPRISE_LEVELS, true ) ? $level : self::HIDDEN );
		$this->event = self::date( $event );
		$this->day   = self::date( $chosen ) ?? self::usual_day( $this->event );
	}

	/** Checks whether the day of the reveal has come; false without a day. */
	public function has_come(): bool {
		return null !== $this->day && $this->now->format( 'Y-m-d' ) >= $this->day;
	}

	/** Checks whether the day of the reveal began at least an hour ago in every time zone; false without a day. */
	public function has_come_everywhere(): bool {
		// A service that does not know the site's time zone reveals the gifts at 14:00 UTC. Wait one hour more.
		return null !== $this->day && $this->now->getTimestamp() >= strtotime( "{$this->day} 15:00 UTC" );
	}

	/** Checks whether the registry had a surprise, and its day has come. */
	public function has_ended(): bool {
		return $this->has_come() && self::NAMES !== $this->level;
	}

	/** Checks whether owners get a mail about the reveal. It is no news if they already see everything in their list. */
	public function is_news(): bool {
		return $this->has_ended() && $this->now->modify( '-' . self::NEWS_DAYS . ' days' )->format( 'Y-m-d' ) <= $this->day;
	}

	/** Returns the seconds until mails to owners may be sent today; 0 for now. */
	public function seconds_until_morning(): int {
		return max( 0, $this->now->setTime( self::MORNING, 0 )->getTimestamp() - $this->now->getTimestamp() );
	}

	/** Checks whether the event is over and the day of the reveal has come; false without a date of the event. */
	public function is_over(): bool {
		return null !== $this->event && $this->now->format( 'Y-m-d' ) > $this->event && $this->has_come();
	}

	/** Checks whether a new gift is hidden from the owner. */
	public function is_secret_now(): bool {
		return self::HIDDEN === $this->level && ! $this->has_come();
	}

	/** Checks whether pages show everybody the numbers of gifts that are not secret. */
	public function shows_numbers(): bool {
		return ! $this->is_secret_now();
	}

	/** Returns what owners may see of a new gift: everything from the day of the reveal on. */
	public function level_now(): string {
		return $this->has_come() ? self::NAMES : $this->level;
	}

	/**
	 * Returns what owners may see of a gift that was promised before its wish was on the list: no more than when it was
	 * promised, until the day of the reveal. `$promised` is the level at that moment; '' if it is unknown.
	 */
	public function level_since( string $promised ): string {
		$levels = array_intersect( Rules::SURPRISE_LEVELS, array( $promised, $this->level ) );
		return $this->has_come() ? self::NAMES : (string) reset( $levels );
	}

	/** Checks whether the owner sees givers without a manual reveal. */
	public function shows_names(): bool {
		return self::NAMES === $this->level || $this->has_come();
	}

	/** Time after which the owner sees givers of new gifts; null if not yet. Secret gifts always need a reveal. */
	public function names_since(): ?string {
		if ( self::NAMES === $this->level ) {
			return '1970-01-01';
		}
		return $this->day_began();
	}

	/** Time at which the day of the reveal has begun; null if it has not come. */
	public function day_began(): ?string {
		return $this->has_come()
			? ( new DateTimeImmutable( (string) $this->day, $this->now->getTimezone() ) )->format( DATE_ATOM )
			: null;
	}

	/** Returns the day of the reveal without a choice of the owner: null without a day of the event. */
	private static function usual_day( ?string $event ): ?string {
		if ( null === $event ) {
			return null;
		}
		$days = '+' . Rules::REVEAL_DAYS_AFTER_EVENT . ' days';
		$day  = ( new DateTimeImmutable( $event ) )->modify( $days )->format( 'Y-m-d' );
		// The day after 9999-12-31 has a fifth digit in its year, and would be sorted before all other days.
		return strlen( $day ) > strlen( $event ) ? null : $day;
	}

	/** Returns a stored day; null if it is empty or invalid. */
	private static function date( string $ymd ): ?string {
		return '' === $ymd || null !== FieldRules::problem( 'event_date', $ymd ) ? null : $ymd;
	}
}
