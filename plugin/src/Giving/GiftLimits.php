<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Format\Household;
use Largesse\Http\RateLimit;

/**
 * Keeps a program from giving away a whole list: so many gifts for a registry in ten minutes from one address, and so many
 * in an hour from all (see GivingSettings). Gifts for other registries never count: a household shares its address, and a
 * member who is refused elsewhere would learn that somebody gives them something in secret (rules: Surprise).
 *
 * The address is the one that the web server names (`REMOTE_ADDR`), never a header such as `X-Forwarded-For`, which
 * everybody can write. Behind a proxy that is the proxy's, unless the web server is told to trust it (`mod_remoteip`,
 * `real_ip`): then all visitors share one limit. It is kept as a hash.
 */
final class GiftLimits {

	/** Returns how many seconds the visitor has to wait before they can give something; 0 for none. */
	public static function seconds_to_wait( int $registry_id ): int {
		return max( array_map( static fn ( RateLimit $limit ) => $limit->wait(), self::limits( $registry_id ) ) );
	}

	/** Counts a gift of the visitor. */
	public static function count( int $registry_id ): void {
		array_map( static fn ( RateLimit $limit ) => $limit->count(), self::limits( $registry_id ) );
	}

	/**
	 * Returns what bounds the visitor's gifts.
	 *
	 * @return non-empty-list<RateLimit>
	 */
	private static function limits( int $registry_id ): array {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPressVIPMinimum.Variables.ServerVariables -- The web server says it; it is only packed.
		$address = (string) ( $_SERVER['REMOTE_ADDR'] ?? '' );
		return array(
			new RateLimit( "gifts on {$registry_id} from " . Household::of( $address ), GivingSettings::number( GivingSettings::PER_ADDRESS ), 10 * MINUTE_IN_SECONDS ),
			new RateLimit( "gifts on {$registry_id}", GivingSettings::number( GivingSettings::PER_REGISTRY ), HOUR_IN_SECONDS ),
		);
	}
}
