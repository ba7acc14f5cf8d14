<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\InvalidBody;
use Largesse\Registries\Registry\Order;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_REST_Response;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- WordPress encodes these messages as JSON.

/**
 * REST routes with which owners change the headings of a registry (RegistryRoutes). Headings have no ids: requests name
 * a heading by its title (rules: Headings).
 */
final class HeadingRoutes {

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store
	) {}

	public function add_heading( Body $body, int $id ): WP_REST_Response|WP_Error {
		$title  = self::heading_title( $body );
		$before = $body->value( 'before' );
		$items  = $body->raw( 'items' );
		$items  = is_array( $items ) ? array_values( array_filter( $items, 'is_int' ) ) : array();
		return $this->responses->after(
			$id,
			$this->store->order->add_heading( $id, $title, $items, $before ),
			new ChangedParts(
				array(
					ChangedParts::HEADINGS,
					...( array() !== $items ? array( ChangedParts::ORDER ) : array() ),
				)
			),
			status: 201
		);
	}

	/** Renames or moves a heading. */
	public function change_heading( Body $body, int $id ): WP_REST_Response|WP_Error {
		$heading = $body->value( 'heading' );
		if ( $body->has( 'before' ) ) {
			$undo = $this->store->order->move_heading( $id, $heading, $body->value( 'before' ) );
			return $this->responses->after(
				$id,
				$undo,
				new ChangedParts( array( ChangedParts::HEADINGS, ChangedParts::ORDER ) ),
				array( 'undo' => $undo )
			);
		}
		return $this->responses->after(
			$id,
			$this->store->order->rename_heading( $id, $heading, self::heading_title( $body ) ),
			new ChangedParts( array( ChangedParts::HEADINGS ) )
		);
	}

	/** Removes a heading, and returns the fields that restore it. */
	public function remove_heading( Body $body, int $id ): WP_REST_Response|WP_Error {
		$undo = $this->store->order->remove_heading( $id, $body->value( 'heading' ) );
		return $this->responses->after(
			$id,
			$undo,
			new ChangedParts(
				array(
					ChangedParts::HEADINGS,
					...( is_array( $undo ) && array() !== $undo['items'] ? array( ChangedParts::ORDER ) : array() ),
				)
			),
			array( 'undo' => $undo )
		);
	}

	/**
	 * Returns the title of a heading in its stored form.
	 *
	 * @throws InvalidBody If the title is invalid.
	 */
	private static function heading_title( Body $body ): string {
		$title = $body->value( 'title' );
		$rule  = Order::problem( $title );
		return null === $rule ? Order::clean( $title ) : throw InvalidBody::of( 'title', FieldError::of( 'title', $rule ) );
	}
}
