<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\ForeignPages;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use WP_REST_Response;

/** Asks the service whether a typed address is a picture. If the service cannot check, the owner sees no message. */
final class AddressCheck {

	/** Results: the address is a picture, is a page, cannot be read, or was not checked. */
	public const PICTURE = 'picture';
	public const PAGE    = 'page';
	public const NOTHING = 'nothing';
	public const UNKNOWN = 'unknown';

	/** Maximum number of checks by one member in a period, because each waits for the service; its length in seconds. */
	private const MOST    = 20;
	private const SECONDS = 5 * MINUTE_IN_SECONDS;

	public function __construct( private readonly Client $client ) {}

	/** Returns whether there is a picture at the address in a request. */
	public function answer( Body $body ): WP_REST_Response {
		return new WP_REST_Response( array( 'check' => $this->check( $body->value( 'url' ), get_current_user_id() ) ) );
	}

	/** @return array{kind: string, text: string, image_url: string} `image_url` is a page's picture, or ''. */
	private function check( string $url, int $user_id ): array {
		$address = WebAddress::of( $url );
		if ( '' === $address ) {
			return self::result( '' === trim( $url ) ? self::UNKNOWN : self::NOTHING );
		}
		if ( Folder::is_own( $address ) ) {
			return self::result( self::PICTURE );
		}
		$limit = new RateLimit( "picture addresses of {$user_id}", self::MOST, self::SECONDS );
		if ( ! $this->client->is_configured() || $limit->take() > 0 ) {
			return self::result( self::UNKNOWN );
		}
		$result = ForeignPages::read( fn (): array => $this->read( $address ) );
		return is_array( $result ) ? $result : self::result( self::UNKNOWN );
	}

	/** Reads the address. @return array{kind: string, text: string, image_url: string} */
	private function read( string $address ): array {
		$picture = $this->client->preview_picture( $address );
		if ( is_array( $picture ) ) {
			return self::result( self::PICTURE );
		}
		$status = is_wp_error( $picture ) ? ApiError::status( $picture ) : 404;
		return 422 === $status ? $this->page( $address ) : self::result( self::UNKNOWN );
	}

	/** Checks whether the address is a page, because the error of `preview_picture` does not tell. */
	private function page( string $address ): array {
		$page = $this->client->preview( $address );
		if ( ! is_array( $page ) || ! array_key_exists( 'missing', $page ) || null !== $page['missing'] ) {
			return self::result( self::NOTHING );
		}
		return self::result(
			self::PAGE,
			is_string( $page['image_url'] ?? null ) ? WebAddress::of( $page['image_url'] ) : ''
		);
	}

	private static function result( string $kind, string $image_url = '' ): array {
		return array(
			'kind'      => $kind,
			'text'      => match ( $kind ) {
				self::PAGE    => __( 'This is a page, not a picture.', 'largesse' ),
				self::NOTHING => __( 'We could not read a picture there. You can still save the wish.', 'largesse' ),
				default       => '',
			},
			'image_url' => $image_url,
		);
	}
}
