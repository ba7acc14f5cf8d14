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

	/**
	 * Counts one more gift of the visitor, unless a limit is reached.
	 *
	 * @return int Seconds until the visitor can give; 0 if the gift was counted.
	 */
	public static function take( int $registry_id ): int {
		return RateLimit::take_all( ...self::limits( $registry_id ) );
	}

	/** Removes a gift that was counted, but not made. */
	public static function give_back( int $registry_id ): void {
		RateLimit::give_back_all( ...self::limits( $registry_id ) );
	}

	/** @return non-empty-list<RateLimit> */
	private static function limits( int $registry_id ): array {
		return array(
			new RateLimit( Household::limited( "gifts on {$registry_id}" ), GivingSettings::number( GivingSettings::PER_ADDRESS ), 10 * MINUTE_IN_SECONDS ),
			new RateLimit( "gifts on {$registry_id}", GivingSettings::number( GivingSettings::PER_REGISTRY ), HOUR_IN_SECONDS ),
		);
	}
}
