<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Largesse\Service\Rules;
use Largesse\Service\RuleTexts;

/**
 * Names the states of an affiliate link: what the API calls them, and what people do.
 */
final class AffiliateStatus {

	/** What stands for items without a status: in the search of the API, and in forms. */
	public const UNSET = Rules::UNSET_STATUS;

	/**
	 * Returns all states with their names.
	 *
	 * @return array<string, string>
	 */
	public static function labels(): array {
		return RuleTexts::affiliate_statuses() + array( self::UNSET => __( 'Not set', 'largesse' ) );
	}

	/** Checks whether something is the key of a state. */
	public static function is( mixed $status ): bool {
		return is_string( $status ) && array_key_exists( $status, self::labels() );
	}

	/**
	 * Returns the key of an item's state.
	 *
	 * @param array<string, mixed> $item An item of the API.
	 */
	public static function of( array $item ): string {
		return self::is( $item['affiliate_status'] ) ? $item['affiliate_status'] : self::UNSET;
	}

	/** Returns what the API is sent for the key of a state. */
	public static function value( string $status ): ?string {
		return self::UNSET === $status ? null : $status;
	}
}
