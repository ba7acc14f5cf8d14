<?php
declare( strict_types=1 );

namespace Largesse\Together\Digest;

/**
 * Decides what a digest contains (rules: Reminders). A member gets at most one mail in seven days, so a mail also
 * contains what would be due before the next one. Each entry is mailed once. A pure class.
 *
 * @phpstan-type Entry array{kind: string, key: string, due: string, text: string, url: string} Kind; identifier, which
 *               never repeats; first day on which it is due, `YYYY-MM-DD`; what the reader should know, and a page
 *               about it.
 */
final class DigestPlan {

	/** Minimum number of days between two mails. */
	public const DAYS = 7;

	/** Days for which mailed entries are remembered. No entry is due longer. */
	private const REMEMBERED = 400;

	/**
	 * @param list<string>          $kinds  Kinds that the reader has chosen.
	 * @param string                $last   Day of the last mail, `YYYY-MM-DD`; '' for none.
	 * @param array<string, string> $mailed Days on which entries were mailed, by their key.
	 */
	public function __construct(
		private readonly array $kinds,
		private readonly string $last,
		private readonly array $mailed
	) {}

	/**
	 * Returns the entries of the mail of today: none if nothing is due, or if the last mail is too recent.
	 *
	 * @param list<Entry> $entries Entries of all features, in the order of the mail.
	 * @return list<Entry>
	 */
	public function entries( array $entries, string $today ): array {
		if ( '' !== $this->last && $today < self::later( $this->last, self::DAYS ) ) {
			return array();
		}
		$new  = array_filter(
			self::without_repeated( $entries ),
			fn ( array $entry ): bool => in_array( $entry['kind'], $this->kinds, true )
				&& ! isset( $this->mailed[ $entry['key'] ] )
		);
		$due  = array_filter( $new, static fn ( array $entry ): bool => $entry['due'] <= $today );
		$soon = self::later( $today, self::DAYS - 1 );
		return array() === $due
			? array()
			: array_values( array_filter( $new, static fn ( array $entry ): bool => $entry['due'] <= $soon ) );
	}

	/**
	 * Omits entries that repeat the key of an earlier one, such as the birthday of a person who is in two circles.
	 *
	 * @param list<Entry> $entries
	 * @return list<Entry>
	 */
	private static function without_repeated( array $entries ): array {
		$first = array();
		foreach ( $entries as $entry ) {
			$first[ $entry['key'] ] ??= $entry;
		}
		return array_values( $first );
	}

	/**
	 * Returns the days of mailed entries after a mail, without old entries.
	 *
	 * @param list<Entry> $entries Entries of the mail.
	 * @return array<string, string>
	 */
	public function mailed_after( array $entries, string $today ): array {
		$first = self::later( $today, -self::REMEMBERED );
		$kept  = array_filter( $this->mailed, static fn ( string $day ): bool => $day >= $first );
		return array_fill_keys( array_column( $entries, 'key' ), $today ) + $kept;
	}

	/** Returns a day some days after another one. @param string $day `YYYY-MM-DD`. */
	public static function later( string $day, int $days ): string {
		return gmdate( 'Y-m-d', (int) strtotime( "{$day} 12:00:00 UTC" ) + $days * 86400 );
	}
}
