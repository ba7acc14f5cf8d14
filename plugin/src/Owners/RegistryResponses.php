<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Giving\Purchases;
use Largesse\Http\Errors;
use Largesse\Http\FieldError;
use Largesse\Http\ServiceErrors;
use Largesse\Records\Records;
use Largesse\Registry\Registries;
use Largesse\Registry\Store;
use Largesse\Registry\WishOrder;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/** Creates responses that show a registry to the caller. */
final class RegistryResponses {

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/**
	 * @param ChangedParts|null    $changed The parts that the request may have changed; null for the whole registry.
	 * @param array<string, mixed> $more    Additional data of the response.
	 */
	public function registry( int $id, ?ChangedParts $changed = null, array $more = array(), int $status = 200 ): WP_REST_Response|WP_Error {
		$view = $this->view( $id, $changed );
		return null === $view ? Errors::no_registry() : new WP_REST_Response( array( 'registry' => $view ) + $more, $status );
	}

	/**
	 * Returns parts that a request is about to change, with their current fields. Pass the result to `registry()` after the
	 * change. Reveals no gifts, even if the day of the reveal has come, because the change may postpone this day.
	 */
	public function before( int $id, ChangedParts $parts ): ChangedParts {
		$registry = $this->readable( $id );
		if ( null === $registry ) {
			return $parts;
		}
		return $parts->since( $this->store->active->without_reveal( fn (): array => RegistryView::parts( $registry, $parts, $this->store, $this->purchases ) ) );
	}

	/**
	 * Returns the response to a change of a registry or an item.
	 *
	 * @param mixed                $result Result of the Store; null if the registry has no such item.
	 * @param array<string, mixed> $more   Additional data of the response.
	 */
	public function after( int $id, mixed $result, ChangedParts $changed, array $more = array(), int $status = 200 ): WP_REST_Response|WP_Error {
		if ( ! is_wp_error( $result ) ) {
			return null === $result ? Errors::no_item() : $this->registry( $id, $changed, $more, $status );
		}
		return match ( $result->get_error_code() ) {
			Store::OUTDATED       => $this->outdated( $id ),
			Records::BUSY         => $result,
			WishOrder::TITLE      => Errors::fields( array( 'title' => FieldError::of_error( $result ) ) ),
			default               => ServiceErrors::after_change( $result ),
		};
	}

	/** Returns the error for a caller whose version of the registry is outdated, with the current registry. */
	public function outdated( int $id ): WP_Error {
		$view = $this->view( $id );
		return null === $view ? Errors::no_registry() : Errors::outdated( $view );
	}

	/** @return array<string, mixed>|null A registry, or parts of it; null if the caller has no access. */
	private function view( int $id, ?ChangedParts $changed = null ): ?array {
		$registry = $this->readable( $id );
		if ( null === $registry ) {
			return null;
		}
		return null === $changed
			? RegistryView::of( $registry, $this->store, $this->purchases )
			: RegistryView::changed( $registry, $changed, $this->store, $this->purchases );
	}

	/** Returns a registry; null if it does not exist, or if the caller has no access. */
	private function readable( int $id ): ?WP_Post {
		$registry = get_post( $id );
		return $registry instanceof WP_Post && Registries::may_read( $registry ) ? $registry : null;
	}
}
