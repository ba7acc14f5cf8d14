<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Format\Household;
use Largesse\Http\RateLimit;

/**
 * Prevents programs from reserving a whole list. Two settings limit the number of gifts for one registry: from one
 * address within ten minutes, and from all addresses within an hour (GivingSettings). Gifts for other registries never
 * count. People in a household share an address, so a limit that was reached on another registry would reveal a secret
 * gift to its recipient (rules: Surprise).
 *
 * The address is the web server's `REMOTE_ADDR`, never a header such as `X-Forwarded-For`, which anyone can forge.
 * Behind a proxy, it is the proxy's address, so that all visitors share one limit, unless the web server trusts the
 * proxy (`mod_remoteip`, `real_ip`). The address is stored as a hash.
 */
final class GiftLimits {

	/** Returns the seconds until the visitor can give; 0 if they can give now. */
	public static function seconds_to_wait( int $registry_id ): int {
		return max( array_map( static fn ( RateLimit $limit ) => $limit->seconds_to_wait(), self::limits( $registry_id ) ) );
	}

	/** Counts a gift of the visitor. */
	public static function count( int $registry_id ): void {
		array_map( static fn ( RateLimit $limit ) => $limit->count(), self::limits( $registry_id ) );
	}

	/**
	 * Returns the limits of the visitor's gifts.
	 *
	 * @return non-empty-list<RateLimit>
	 */
	private static function limits( int $registry_id ): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.ServerVariables -- The web server sets the address; it is only packed into bytes.
		$address = (string) ( $_SERVER['REMOTE_ADDR'] ?? '' );
		return array(
			new RateLimit( "gifts on {$registry_id} from " . Household::of( $address ), GivingSettings::number( GivingSettings::PER_ADDRESS ), 10 * MINUTE_IN_SECONDS ),
			new RateLimit( "gifts on {$registry_id}", GivingSettings::number( GivingSettings::PER_REGISTRY ), HOUR_IN_SECONDS ),
		);
	}
}
