<?php
declare( strict_types=1 );

namespace Largesse\DeliveryAddress;

use DateTimeImmutable;
use Largesse\Service\FieldRules;

/** Computes when the site erases a delivery address (rules: Delivery address). All days are `YYYY-MM-DD`. */
final class AddressPeriod {

	/** Number of days after the event. */
	public const DAYS_AFTER_EVENT = 60;

	/** Number of days after the address was saved, for a registry without a day. */
	private const DAYS_AFTER_SAVING = 365;

	/** Returns the day on which the site erases an address. The stored day of the event may be empty or invalid. */
	public static function end( string $event, string $saved ): string {
		$days = FieldRules::is_day( $event ) ? array( $event, self::DAYS_AFTER_EVENT ) : array( $saved, self::DAYS_AFTER_SAVING );
		return ( new DateTimeImmutable( $days[0] ) )->modify( "+{$days[1]} days" )->format( 'Y-m-d' );
	}
}
