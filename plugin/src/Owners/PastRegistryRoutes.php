<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Giving\Purchases;
use Largesse\Giving\Surprise;
use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\ServiceErrors;
use Largesse\Links\OwnerPage;
use Largesse\Registry\Access;
use Largesse\Registry\PlaceholderAddress;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Store;
use Largesse\Service\ApiError;
use WP_Error;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Routes of the namespace `largesse/v1` for a registry after its event. They reveal secret gifts, mark the registry as
 * past, or copy its open wishes to a new registry.
 */
final class PastRegistryRoutes {

	/** Maximum duration of a copy in seconds. Browsers wait a little longer (REQUEST_TIMEOUT_MS). */
	private const COPY_S = 20;

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** Reveals all secret gifts to the owner, and returns their number. */
	public function reveal( Body $body, int $id ): WP_REST_Response|WP_Error {
		$changed  = $this->responses->before( $id, new ChangedParts( array( ChangedParts::WISHES ) ) );
		$revealed = $this->purchases->reveal( $id );
		return is_wp_error( $revealed ) ? ServiceErrors::after_change( $revealed ) : $this->responses->registry( $id, $changed, array( 'revealed' => $revealed ) );
	}

	/** Marks a registry as past. */
	public function mark_as_past( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->set_past( $id, true );
	}

	/** Moves a past registry back to the current registries. */
	public function unmark_as_past( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->set_past( $id, false );
	}

	private function set_past( int $id, bool $is_past ): WP_REST_Response|WP_Error {
		$changed = $this->responses->before( $id, new ChangedParts( array( ChangedParts::DETAILS ), set: array( 'is_past' ) ) );
		$this->store->details->set_past( $id, $is_past );
		return $this->responses->registry( $id, $changed );
	}

	/** Copies the open wishes, the occasion and the level of surprise of a registry to a new private registry. */
	public function copy( Body $body, int $id ): WP_REST_Response|WP_Error {
		$fields   = new RegistryFields( $body->all( array( 'title' ) ) );
		$problems = $fields->problems( true );
		$registry = get_post( $id );
		if ( $problems || ! $registry instanceof WP_Post ) {
			return $problems ? Errors::fields( $problems ) : Errors::no_registry();
		}
		$kept = array(
			RegistryMeta::EVENT_TYPE => (string) get_post_meta( $id, RegistryMeta::EVENT_TYPE, true ),
			RegistryMeta::SURPRISE   => Surprise::of( $registry )->level,
		);
		$made = $this->store->copies->copy_registry( $registry, $fields->stored() + $kept, self::COPY_S, PlaceholderAddress::for_registry( ... ) );
		if ( is_wp_error( $made ) ) {
			return is_array( $made->get_error_data() ) || ApiError::NOT_CONFIGURED === $made->get_error_code() ? ServiceErrors::after_change( $made ) : Errors::not_stored();
		}
		$copy = array(
			'title'      => $body->raw( 'title' ),
			'manage_url' => OwnerPage::url( $made['id'] ),
		);
		return $this->responses->registry( $id, new ChangedParts(), array( 'copy' => $copy + $made ), 201 );
	}

	/** Checks whether the caller may change the registry in the path, and create another one. */
	public static function may_copy( WP_REST_Request $request ): bool|WP_Error {
		$allowed = Access::edit( $request );
		return true === $allowed ? Access::create() : $allowed;
	}
}
