<?php
declare( strict_types=1 );

namespace Largesse\Together\DeliveryAddress;

use DateTimeImmutable;
use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Service\FieldRules;

/** Rules for typed delivery addresses, and for their erasure (rules: Delivery address). All days are `YYYY-MM-DD`. */
final class AddressRules {

	/** Maximum numbers of characters and lines. */
	public const MAX_CHARS = 400;
	public const MAX_LINES = 10;

	/** Number of days after the event, and after saving the address of a registry without a day, until the erasure. */
	private const DAYS_AFTER_EVENT  = 60;
	private const DAYS_AFTER_SAVING = 365;

	/** Characters that change the direction of other text. Marks (U+200E, U+200F) stay, because addresses need them. */
	private const DIRECTION = '/[\x{202A}-\x{202E}\x{2066}-\x{2069}]/u';

	/** @return list<string> Lines that show something, without control characters and superfluous spaces. */
	public static function lines( string $typed ): array {
		$text  = (string) preg_replace( self::DIRECTION, '', StoredText::valid_utf8( $typed ) );
		$lines = array_map(
			static fn ( string $line ): string => FieldRules::trim( (string) preg_replace( '/[\p{Cc}\s]+/u', ' ', $line ) ),
			(array) preg_split( '/\R/u', $text )
		);
		return array_values( array_filter( $lines, FieldRules::is_visible( ... ) ) );
	}

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
