<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Format\Household;
use Largesse\Http\RateLimit;

/**
 * Prevents programs from reserving a whole list. Each registry has two limits (GivingSettings): the number of gifts
 * from one IP address in ten minutes, and the number of all gifts in an hour. There is no limit across registries: a
 * giver and a recipient in one household may share an IP address. If the recipient reached a limit because of the
 * giver's secret gift, the limit would reveal the gift (rules: Surprise).
 *
 * The address is the web server's `REMOTE_ADDR`. Headers such as `X-Forwarded-For` are not used, because anyone can
 * forge them. Behind a proxy, all visitors share the proxy's address and one limit. To prevent this, configure the web
 * server to trust the proxy (`mod_remoteip`, `real_ip`). The address is stored as a hash.
 */
final class GiftLimits {

	/** Returns the seconds until the visitor can give; 0 if they can give now. */
	public static function seconds_to_wait( int $registry_id ): int {
		return max( array_map( static fn ( RateLimit $limit ) => $limit->seconds_to_wait(), self::limits( $registry_id ) ) );
	}

	/** Counts one more gift of the visitor. */
	public static function count( int $registry_id ): void {
		array_map( static fn ( RateLimit $limit ) => $limit->count(), self::limits( $registry_id ) );
	}

	/** @return non-empty-list<RateLimit> */
	private static function limits( int $registry_id ): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.ServerVariables -- The web server sets the address; it is only packed into bytes.
		$address = (string) ( $_SERVER['REMOTE_ADDR'] ?? '' );
		return array(
			new RateLimit( "gifts on {$registry_id} from " . Household::of( $address ), GivingSettings::number( GivingSettings::PER_ADDRESS ), 10 * MINUTE_IN_SECONDS ),
			new RateLimit( "gifts on {$registry_id}", GivingSettings::number( GivingSettings::PER_REGISTRY ), HOUR_IN_SECONDS ),
		);
	}
}
