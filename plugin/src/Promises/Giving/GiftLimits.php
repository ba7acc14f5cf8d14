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
 *
 * Each kind of input has its own limits, so suggestions and ideas block no gift. If other visitors have reached the
 * limit of the registry, each network address may still send a few forms.
 */
final class GiftLimits {

	/** Kinds of input. */
	public const GIFTS       = 'gifts';
	public const PARTS       = 'parts';
	public const IDEAS       = 'ideas';
	public const SUGGESTIONS = 'suggestions';

	/** Forms of a network address in an hour after others have reached the limit of the registry. */
	private const RESERVED = 3;

	/**
	 * Makes a gift, or sends other input of a guest, within the limits. Returns the refusal of its form, or the result; a
	 * WP_Error does not count.
	 *
	 * @template T
	 * @param Closure(): T $make
	 * @return T|Refusal
	 */
	public static function count( string $kind, int $registry_id, Closure $make ): mixed {
		$counted = "{$kind} on {$registry_id}";
		$address = new RateLimit(
			Household::limited( $counted ),
			GivingSettings::number( GivingSettings::PER_ADDRESS ),
			10 * MINUTE_IN_SECONDS
		);
		$all     = new RateLimit( $counted, GivingSettings::number( GivingSettings::PER_REGISTRY ), HOUR_IN_SECONDS );
		$limits  = array( $address, $all );
		$wait    = RateLimit::take_all( ...$limits );
		if ( $wait > 0 ) {
			$limits = array(
				$address,
				new RateLimit( Household::limited( "{$counted}, reserved" ), self::RESERVED, HOUR_IN_SECONDS ),
			);
			$wait   = min( $wait, RateLimit::take_all( ...$limits ) );
		}
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
