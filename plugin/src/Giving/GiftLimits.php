<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Closure;
use Largesse\Format\Household;
use Largesse\Http\RateLimit;
use Largesse\Http\Refusal;

/**
 * Prevents programs from reserving a whole list (pages: Giving). There is no limit across registries: a giver and a
 * recipient in one household may share an IP address. If the recipient reached a limit because of the giver's secret
 * gift, the limit would reveal the gift (rules: Surprise). Headers such as `X-Forwarded-For` do not count, because
 * anyone can forge them.
 */
final class GiftLimits {

	/** Makes a gift within the limits. Returns the refusal, or the result; a WP_Error does not count. */
	public static function count( int $registry_id, Closure $make ): mixed {
		$refused = self::take( $registry_id );
		if ( null !== $refused ) {
			return $refused;
		}
		$result = $make();
		if ( is_wp_error( $result ) ) {
			self::give_back( $registry_id );
		}
		return $result;
	}

	/** Counts one more gift of the visitor. Returns the refusal of its form if a limit is reached; null otherwise. */
	public static function take( int $registry_id ): ?Refusal {
		$wait    = RateLimit::take_all( ...self::limits( $registry_id ) );
		$minutes = (int) ceil( $wait / MINUTE_IN_SECONDS );
		/* translators: %s: a number of minutes. */
		$text = _n( 'A great many gifts are being given here at the moment. Please press the button again in %s minute. Everything you typed is still here.', 'A great many gifts are being given here at the moment. Please press the button again in %s minutes. Everything you typed is still here.', $minutes, 'largesse' );
		return 0 === $wait ? null : new Refusal( 429, sprintf( $text, number_format_i18n( $minutes ) ), wait: $wait );
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
