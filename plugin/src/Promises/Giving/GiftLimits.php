<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Closure;
use Largesse\Foundation\Format\Household;
use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Http\Refusal;

/**
 * Prevents programs from reserving a whole list (pages: Giving). There is no limit across registries: a giver and a
 * recipient in one household may share an IP address. If the recipient reached a limit because of the giver's secret
 * gift, the limit would reveal the gift (rules: Surprise). Headers such as `X-Forwarded-For` do not count, because
 * anyone can forge them.
 */
final class GiftLimits {

	/** Makes a gift within the limits. Returns the refusal of its form, or the result; a WP_Error does not count. */
	public static function count( int $registry_id, Closure $make ): mixed {
		$limits = array(
			new RateLimit( Household::limited( "gifts on {$registry_id}" ), GivingSettings::number( GivingSettings::PER_ADDRESS ), 10 * MINUTE_IN_SECONDS ),
			new RateLimit( "gifts on {$registry_id}", GivingSettings::number( GivingSettings::PER_REGISTRY ), HOUR_IN_SECONDS ),
		);
		$wait   = RateLimit::take_all( ...$limits );
		if ( $wait > 0 ) {
			$minutes = (int) ceil( $wait / MINUTE_IN_SECONDS );
			/* translators: %s: a number of minutes. */
			$text = _n( 'A great many gifts are being given here at the moment. Please press the button again in %s minute. Everything you typed is still here.', 'A great many gifts are being given here at the moment. Please press the button again in %s minutes. Everything you typed is still here.', $minutes, 'largesse' );
			return new Refusal( 429, sprintf( $text, Number::text( $minutes ) ), wait: $wait );
		}
		$result = $make();
		if ( is_wp_error( $result ) ) {
			RateLimit::give_back_all( ...$limits );
		}
		return $result;
	}
}
