<?php
declare( strict_types=1 );

namespace Largesse\Together\DeliveryAddress;

use DateTimeImmutable;
use Largesse\Foundation\Service\FieldRules;

/** Rules for typed delivery addresses, and for their erasure (rules: Delivery address). All days are `YYYY-MM-DD`. */
final class AddressRules {

	/** Maximum numbers of characters and lines. */
	public const MAX_CHARS = 400;
	public const MAX_LINES = 10;

	/** Number of days after the event, and after saving the address of a registry without a day, until the erasure. */
	private const DAYS_AFTER_EVENT  = 60;
	private const DAYS_AFTER_SAVING = 365;

	/** @return 'maxItems'|'maxLength'|null The rule that an address breaks. */
	public static function problem( array $lines ): ?string {
		return match ( true ) {
			count( $lines ) > self::MAX_LINES => 'maxItems',
			mb_strlen( implode( "\n", $lines ), 'UTF-8' ) > self::MAX_CHARS => 'maxLength',
			default => null,
		};
	}

	/** Returns the day on which the site erases an address. The stored day of the event may be empty or invalid. */
	public static function end( string $event, string $saved ): string {
		$days = FieldRules::is_day( $event )
			? array( $event, self::DAYS_AFTER_EVENT )
			: array( $saved, self::DAYS_AFTER_SAVING );
		return ( new DateTimeImmutable( $days[0] ) )->modify( "+{$days[1]} days" )->format( 'Y-m-d' );
	}
}
