<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\Service\ApiError;
use WP_Error;

/**
 * Converts errors of the service to errors for owners. Owners see which fields to correct. Owners cannot fix other
 * errors, so only administrators see the reason for these errors.
 */
final class ServiceErrors {

	/** Fields of an item that owners can edit. The form shows a message next to each of them. */
	public const ITEM_FIELDS = array( 'name', 'url', 'description', 'retailer', 'image_url', 'price', 'currency', 'quantity_needed' );

	/** Code of the error for a failure of the service. */
	public const CODE = 'largesse_service';

	/** Returns the error response after a failed change. @param WP_Error $error Error of the Store. */
	public static function after_change( WP_Error $error ): WP_Error {
		$status = ApiError::status( $error );
		$wrong  = 422 === $status ? self::fields_in( $error ) : array();
		if ( $wrong ) {
			return Errors::fields( $wrong );
		}
		$rule = ApiError::broken_rules( $error )['registry_id'] ?? null;
		if ( 'registry_full' === $rule?->name ) {
			/* translators: %s: a number. */
			$text = __( 'Nothing was saved: this registry is full. It holds at most %s wishes.', 'largesse' );
			return Errors::fields( array(), sprintf( $text, number_format_i18n( (int) $rule->limit ) ) );
		}
		if ( 413 === $status ) {
			return Errors::fields( array(), __( 'Nothing was saved: this is more text than a wish can hold.', 'largesse' ) );
		}
		$code = $error->get_error_code();
		if ( Errors::FORBIDDEN === $code ) {
			return $error;
		}
		$is_certain = ApiError::CODE !== $code || ! empty( ( (array) $error->get_error_data() )['is_unchanged'] );
		$is_refused = $status >= 300 && $status < 500;
		$text       = match ( true ) {
			ApiError::NOT_CONFIGURED === $code => __( 'Wishes cannot be saved yet: this site has not been connected to its registry service.', 'largesse' ),
			$is_certain => __( 'The registry service does not answer properly at the moment, so nothing was changed. Please try again in a little while.', 'largesse' ),
			$is_refused => __( 'The registry service did not accept this, so nothing was changed. Please try again in a little while.', 'largesse' ),
			// The change may have succeeded although the response was lost.
			default     => __( 'The registry service did not answer properly, so we do not know whether this was saved. Please try again in a little while.', 'largesse' ),
		};
		$data       = array(
			'status'       => 503,
			'is_unchanged' => $is_certain || $is_refused,
		);
		return new WP_Error( self::CODE, self::with_reason( $text, $error ), $data );
	}

	/** Returns a sentence that explains why items cannot be shown, from the error of the service's client. */
	public static function unreadable_message( WP_Error $error ): string {
		$text = ApiError::NOT_CONFIGURED === $error->get_error_code()
			? __( 'The wishes cannot be shown yet: this site has not been connected to its registry service.', 'largesse' )
			: __( 'The wishes cannot be shown now. They are safe; please try again in a little while.', 'largesse' );
		return self::with_reason( $text, $error );
	}

	/** @return array<string, FieldError> Rules that a request broke, by field, except fields that owners cannot edit. */
	public static function fields_in( WP_Error $error ): array {
		$rules = array_intersect_key( ApiError::broken_rules( $error ), array_flip( self::ITEM_FIELDS ) );
		return array_combine( array_keys( $rules ), array_map( FieldError::of( ... ), array_keys( $rules ), $rules ) );
	}

	/**
	 * Adds the reason for administrators. The reason is the first message of the error. Omits the second message, which
	 * comes from the transport and may contain addresses.
	 */
	private static function with_reason( string $text, WP_Error $error ): string {
		if ( ! current_user_can( 'manage_options' ) ) {
			return $text;
		}
		/* translators: 1: a sentence that says what does not work, 2: what the service answered. */
		return sprintf( __( '%1$s (For administrators: %2$s)', 'largesse' ), $text, $error->get_error_message() );
	}
}
