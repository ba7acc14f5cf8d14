<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Closure;
use Largesse\Service\Rules;
use Largesse\Service\RuleTexts;

/** Statuses of an affiliate link: their keys in the API, and their labels. */
final class AffiliateStatus {

	/** Key of items without a status. Forms and the API's search use this key. */
	public const UNSET = Rules::UNSET_STATUS;

	/** @return array<string, string> Labels of all statuses. */
	public static function labels(): array {
		return RuleTexts::affiliate_statuses() + array( self::UNSET => __( 'Not set', 'largesse' ) );
	}

	/**
	 * Adds a column with the affiliate status to the table of a registry's items in wp-admin. Only administrators see
	 * the column.
	 *
	 * @param array<string, Closure(array<string, mixed>): string> $columns Functions that return the text of an item's cell, by the heading of the column.
	 * @return array<string, Closure(array<string, mixed>): string>
	 */
	public static function add_column( array $columns ): array {
		$text = static fn ( array $item ): string => self::labels()[ self::of( $item ) ];
		return current_user_can( 'manage_options' ) ? $columns + array( __( 'Affiliate link', 'largesse' ) => $text ) : $columns;
	}

	/** Checks whether a value is the key of a status. */
	public static function is( mixed $status ): bool {
		return is_string( $status ) && array_key_exists( $status, self::labels() );
	}

	/** Returns the key of an item's status. */
	public static function of( array $item ): string {
		return self::is( $item['affiliate_status'] ) ? $item['affiliate_status'] : self::UNSET;
	}

	/** Returns the value of a status in the API; null for UNSET. */
	public static function value( string $status ): ?string {
		return self::UNSET === $status ? null : $status;
	}
}
