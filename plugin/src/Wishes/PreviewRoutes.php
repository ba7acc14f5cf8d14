<?php
declare( strict_types=1 );

namespace Largesse\Wishes;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\ServiceErrors;
use WP_Error;
use WP_REST_Response;

/**
 * Route of the namespace `largesse/v1`. Fetches the product data on a shop's page for the form of a wish (rules: Shop
 * data). The caller must be allowed to edit the registry.
 */
final class PreviewRoutes {

	public function __construct( private readonly Previews $previews ) {}

	/** Returns the data on a shop's page; `preview` is null if this site has no previews. */
	public function preview( Body $body ): WP_REST_Response|WP_Error {
		$url  = $body->value( 'url' );
		$wait = Previews::limit( get_current_user_id() )->take();
		if ( $wait > 0 ) {
			return self::too_many( $wait );
		}
		$found = $this->previews->of( $url );
		if ( ! is_wp_error( $found ) ) {
			return new WP_REST_Response( array( 'preview' => null === $found ? null : Previews::fields( $url, $found ) ) );
		}
		$wrong = ServiceErrors::fields_in( $found );
		$text  = __( 'We cannot read the shop’s page right now. You can fill in the fields yourself.', 'largesse' );
		return $wrong ? Errors::fields( $wrong, $text ) : new WP_Error( ServiceErrors::CODE, $text, array( 'status' => 503 ) );
	}

	private static function too_many( int $seconds ): WP_REST_Response {
		$text     = __( 'You have visited many shops in a short time. We can fill in fields again in a minute; until then, you can do it yourself.', 'largesse' );
		$response = rest_convert_error_to_response( new WP_Error( Errors::TOO_MANY, $text, array( 'status' => 429 ) ) );
		$response->header( 'Retry-After', (string) $seconds );
		return $response;
	}
}
