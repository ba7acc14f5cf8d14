<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\Routes;
use Largesse\Foundation\Service\ApiError;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Access;
use Largesse\Registries\Registry\NextYear;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/** REST routes that copy a registry, or one of its wishes (RegistryRoutes). */
final class CopyRoutes {

	/** Maximum duration of a copy in seconds. Browsers wait a little longer (REQUEST_TIMEOUT_MS). */
	private const COPY_S = 20;

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store
	) {}

	/** Copies the open wishes, the occasion and the level of surprise of a registry to a new private registry. */
	public function copy( Body $body, int $id ): WP_REST_Response|WP_Error {
		$stored   = ( new RegistryFields( $body->all( array( 'title' ) ) ) )->checked( true );
		$registry = get_post( $id );
		$kept     = array(
			RegistryMeta::EVENT_TYPE => (string) get_post_meta( $id, RegistryMeta::EVENT_TYPE, true ),
			RegistryMeta::SURPRISE   => Surprise::of( $registry )->level,
		);
		$is_next  = true === $body->raw( 'for_next_year' );
		$next     = ! $is_next ? array() : array(
			'post_status'            => 'draft',
			RegistryMeta::EVENT_DATE => NextYear::day(
				(string) get_post_meta( $id, RegistryMeta::EVENT_DATE, true ),
				(string) wp_date( 'Y-m-d' )
			),
		);
		$items    = $this->store->items->all( $id );
		$made     = $this->store->copies->copy_registry( $registry, $items, $next + $stored + $kept, self::COPY_S, $is_next );
		if ( is_wp_error( $made ) ) {
			return is_array( $made->get_error_data() ) || ApiError::NOT_CONFIGURED === $made->get_error_code()
				? Errors::after_change( $made )
				: Errors::not_stored();
		}
		$copy = array(
			'title'      => $body->raw( 'title' ),
			'manage_url' => OwnerPage::url( $made['id'] ),
		);
		return $this->responses->registry( $id, new ChangedParts(), array( 'copy' => $copy + $made ), 201 );
	}

	/** Copies a wish to one of the caller's registries. Nobody is informed about the copy (rules: Headings). */
	public function copy_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$is_new = null === $body->raw( 'to' );
		$to     = $is_new ? $this->create_target( $body ) : self::target( $body->raw( 'to' ) );
		if ( is_wp_error( $to ) ) {
			return $to;
		}
		$copy = $this->store->copies->copy_item( $id, $item_id, $to, current_user_can( 'edit_post', $id ) );
		if ( is_wp_error( $copy ) || null === $copy ) {
			if ( $is_new ) {
				$this->store->details->delete( $to );
			}
			return null === $copy ? Errors::no_item() : Errors::after_change( $copy );
		}
		return new WP_REST_Response(
			array( 'copy' => RegistryRoutes::named( get_post( $to ) ) + array( 'manage_url' => OwnerPage::url( $to ) ) ),
			201
		);
	}

	private function create_target( Body $body ): int|WP_Error {
		$allowed = Access::create();
		if ( is_wp_error( $allowed ) ) {
			return $allowed;
		}
		$made = $this->store->details->create( ( new RegistryFields( $body->all( array( 'title' ) ) ) )->checked( true ) );
		return is_wp_error( $made ) ? Errors::not_stored() : $made;
	}

	private static function target( mixed $named ): int|WP_Error {
		$registry = is_int( $named ) ? Registries::readable( $named ) : null;
		if ( $registry && current_user_can( 'edit_post', $registry->ID ) ) {
			return $registry->ID;
		}
		return Errors::fields(
			array(
				'to' => new FieldError( 'no_registry', __( 'Choose one of your registries.', 'largesse' ) ),
			)
		);
	}

	/** Checks whether the caller may see the wishes of the registry, and whether the path can name an item. */
	public static function may_copy_item( WP_REST_Request $request ): bool|WP_Error {
		$registry = Access::registry( $request );
		if ( is_wp_error( $registry ) ) {
			return $registry;
		}
		return 0 !== Routes::item_id( $request ) && Registries::is_open( $registry ) ? true : Errors::no_item();
	}

	/** Checks whether the caller may change the registry in the path, and create another one. */
	public static function may_copy( WP_REST_Request $request ): bool|WP_Error {
		$allowed = Access::edit( $request );
		return true === $allowed ? Access::create() : $allowed;
	}
}
