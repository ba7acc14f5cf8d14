<?php
declare( strict_types=1 );

namespace Largesse\Wishes;

use Largesse\Format\WebAddress;
use Largesse\Http\RateLimit;
use Largesse\Service\Client;
use WP_Error;

/**
 * Asks the service what the page of a shop says of what it sells. All of it was written by strangers: it is plain text,
 * short enough for the fields of a wish, and only a suggestion.
 */
final class Previews {

	/** Seconds that the service may take. It needs 9 at most: 2 to get its turn, 6 to fetch a page, 1 to read it. */
	public const TIMEOUT_S = 9;

	/** How often a member may ask in a minute (rules: Suggestions). */
	private const A_MINUTE = 10;

	/** The texts of an answer, and how many characters of them fit into a wish (rules: Items). */
	private const MOST_CHARS = array(
		'name'        => 100,
		'description' => 500,
		'retailer'    => 100,
	);

	/** How long the address of a picture may be. */
	private const MOST_CHARS_OF_ADDRESS = 2000;

	/** What costs so much, or more, is a mistake of the page. */
	private const NO_PRICE = 1e9;

	private readonly Client $client;

	/** Creates the feature; its calls may take `TIMEOUT_S`. */
	public function __construct( Client $client ) {
		$this->client = $client->within( self::TIMEOUT_S );
	}

	/** Returns what counts how often a member asks. */
	public static function limit( int $member ): RateLimit {
		return new RateLimit( "previews of {$member}", self::A_MINUTE, MINUTE_IN_SECONDS );
	}

	/**
	 * Returns what is found at an address.
	 *
	 * @param string $url What somebody typed; an address without a scheme is one of https.
	 * @return array{name: string, description: string, retailer: string, image_url: string, price: float|null, currency: string}|WP_Error|null
	 *         '' or null for what was not found; null alone where the service has no previews.
	 */
	public function of( string $url ): array|WP_Error|null {
		$address = WebAddress::of_shop( $url );
		$answer  = $this->client->preview( '' === $address ? $url : $address );
		if ( ! is_array( $answer ) ) {
			return null === $answer || is_wp_error( $answer ) ? $answer : Client::not_the_service();
		}
		$texts = array();
		foreach ( self::MOST_CHARS as $field => $most ) {
			$texts[ $field ] = self::text( $answer[ $field ] ?? null, $most );
		}
		$picture  = is_string( $answer['image_url'] ?? null ) ? WebAddress::of( $answer['image_url'] ) : '';
		$price    = $answer['price'] ?? null;
		$currency = $answer['currency'] ?? null;
		return $texts + array(
			'image_url' => mb_strlen( $picture ) > self::MOST_CHARS_OF_ADDRESS ? '' : $picture,
			'price'     => is_int( $price ) || is_float( $price ) ? self::price( (float) $price ) : null,
			'currency'  => is_string( $currency ) && preg_match( '/^[A-Z]{3}$/D', $currency ) ? $currency : '',
		);
	}

	/** Returns a price to two places, or null for what is none; PHP reads 1e400 as infinite. */
	private static function price( float $price ): ?float {
		return $price >= 0.01 && $price < self::NO_PRICE ? round( $price, 2 ) : null;
	}

	/** Returns a text without control characters, on one line, and cut where it is too long. */
	private static function text( mixed $found, int $most ): string {
		$text = is_string( $found ) ? trim( (string) preg_replace( '/[\p{Cc}\p{Z}\s]+/u', ' ', $found ) ) : '';
		return mb_strlen( $text ) > $most ? rtrim( mb_substr( $text, 0, $most - 1 ) ) . '…' : $text;
	}
}
