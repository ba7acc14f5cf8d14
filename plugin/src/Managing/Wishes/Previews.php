<?php
declare( strict_types=1 );

namespace Largesse\Managing\Wishes;

use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\ForeignPages;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_REST_Response;

/**
 * Asks the service for the product data on a shop's page. This data is from strangers, so the site truncates it, keeps
 * only plain text, and uses it only as a suggestion.
 */
final class Previews {

	/** Timeout in seconds. The service needs 9 at most: 2 for a free slot, 6 for the page, and 1 to parse it. */
	private const TIMEOUT_S = 9;

	/** Maximum number of requests by a member per minute (rules: Shop data). */
	private const A_MINUTE = 10;

	/** Names of the texts in an answer, with their maximum length in a wish (rules: Items). */
	private const MOST_CHARS = array(
		'name'        => 100,
		'description' => 500,
		'retailer'    => 100,
	);

	/** Prices of this amount or more are ignored as errors of the shop's page. */
	private const NO_PRICE = 1e9;

	private readonly Client $client;

	public function __construct( Client $client ) {
		$this->client = $client->with_timeout( self::TIMEOUT_S );
	}

	/** Returns the limit of a member's requests. */
	public static function limit( int $member ): RateLimit {
		return new RateLimit( "previews of {$member}", self::A_MINUTE, MINUTE_IN_SECONDS );
	}

	/** Answers the route with the product data on a shop's page; `preview` is null if this site has no previews. */
	public function answer( Body $body ): WP_REST_Response|WP_Error {
		$url  = $body->value( 'url' );
		$wait = self::limit( get_current_user_id() )->take();
		if ( $wait > 0 ) {
			return self::too_many( $wait );
		}
		$found = $this->of( $url );
		if ( ! is_wp_error( $found ) ) {
			return new WP_REST_Response( array( 'preview' => null === $found ? null : self::fields( $url, $found ) ) );
		}
		$wrong = Errors::fields_in( $found );
		$text  = __( 'We cannot read the shop’s page right now. You can fill in the fields yourself.', 'largesse' );
		return $wrong ? Errors::fields( $wrong, $text ) : new WP_Error( Errors::SERVICE, $text, array( 'status' => 503 ) );
	}

	/**
	 * Returns the product data at an address; null if the service has no previews. Missing values are '' or null.
	 *
	 * @param string $url Typed address; https if it has no scheme.
	 * @return array{name: string, description: string, retailer: string, image_url: string, price: float|null, currency: string}|WP_Error|null
	 */
	public function of( string $url ): array|WP_Error|null {
		$address = WebAddress::of_shop( $url );
		$answer  = ForeignPages::read( fn (): mixed => $this->client->preview( '' === $address ? $url : $address ) );
		if ( ! is_array( $answer ) ) {
			return null === $answer || is_wp_error( $answer ) ? $answer : ApiError::not_the_service();
		}
		$texts = array();
		foreach ( self::MOST_CHARS as $field => $most ) {
			$texts[ $field ] = self::text( $answer[ $field ] ?? null, $most, 'description' === $field );
		}
		$picture  = is_string( $answer['image_url'] ?? null ) ? WebAddress::of( $answer['image_url'] ) : '';
		$price    = $answer['price'] ?? null;
		$currency = $answer['currency'] ?? null;
		return $texts + array(
			'image_url' => mb_strlen( $picture ) > Rules::FIELDS['image_url']['max'] ? '' : $picture,
			'price'     => is_int( $price ) || is_float( $price ) ? self::price( (float) $price ) : null,
			'currency'  => is_string( $currency ) && preg_match( '/^[A-Z]{3}$/D', $currency ) ? $currency : '',
		);
	}

	/** Returns the product data for the form. @param array<string, mixed> $found Result of `of()`. */
	public static function fields( string $url, array $found ): array {
		return array(
			'url'      => $url,
			'currency' => (string) Price::foreign( $found['currency'] ),
		) + $found;
	}

	private static function too_many( int $seconds ): WP_REST_Response {
		$text     = __( 'You have visited many shops in a short time. We can fill in fields again in a minute; until then, you can do it yourself.', 'largesse' );
		$response = rest_convert_error_to_response( new WP_Error( Errors::TOO_MANY, $text, array( 'status' => 429 ) ) );
		$response->header( 'Retry-After', (string) $seconds );
		return $response;
	}

	/** Rounds to two decimals; null if out of range. PHP decodes 1e400 in JSON as infinity. */
	private static function price( float $price ): ?float {
		return $price >= 0.01 && $price < self::NO_PRICE ? round( $price, 2 ) : null;
	}

	/** Returns a text without control characters, on one line or on its lines, truncated if it is too long. */
	private static function text( mixed $found, int $most, bool $has_lines ): string {
		$lines = is_string( $found ) ? (array) preg_split( $has_lines ? '/\R/u' : '/(?!)/', $found ) : array();
		$plain = array_map(
			static fn ( string $line ): string => trim( (string) preg_replace( '/[\p{Cc}\p{Z}\s]+/u', ' ', $line ) ),
			$lines
		);
		$text  = trim( (string) preg_replace( '/\n{3,}/', "\n\n", implode( "\n", $plain ) ) );
		return mb_strlen( $text ) > $most ? rtrim( mb_substr( $text, 0, $most - 1 ) ) . '…' : $text;
	}
}
