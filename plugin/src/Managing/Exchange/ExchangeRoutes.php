<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Promises\Giving\Purchases;
use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Pages\Owners\RegistryResponses;
use Largesse\Registries\Registry\ImportWish;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * Routes of the namespace `largesse/v1` that export a registry, read a file, and import wishes. The import page
 * first sends the file, and then the wishes in small groups. Reading the file changes nothing. No request takes long,
 * and the site stores no state between requests. A client can repeat a request after a lost response.
 */
final class ExchangeRoutes {

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** Returns a registry as a file. */
	public function export( Body $body, int $id ): WP_REST_Response|WP_Error {
		$registry = get_post( $id );
		if ( ! $registry instanceof WP_Post ) {
			return Errors::no_registry();
		}
		$exported = ExportedRegistry::for_visitor( $registry, $this->store, $this->purchases );
		return is_wp_error( $exported )
			? Errors::after_change( new WP_Error( Importer::UNREAD, $exported->get_error_message() ) )
			: new WP_REST_Response( array( 'export' => $exported ) );
	}

	/** Returns the contents of a file, and the expected result for each wish. @param int $id 0 for a new registry. */
	public function read_file( Body $body, int $id ): WP_REST_Response|WP_Error {
		$found = self::parse_file( $body );
		$view  = is_wp_error( $found )
			? $found
			: ( new Importer( $this->store ) )->view( $found, 0 === $id ? null : get_post( $id ) );
		return is_wp_error( $view ) ? $view : new WP_REST_Response( array( 'file' => $view ) );
	}

	/** Creates a private registry from a file. Returns the file's wishes, but does not add the wishes. */
	public function create_registry( Body $body ): WP_REST_Response|WP_Error {
		$found = self::parse_file( $body );
		if ( is_wp_error( $found ) ) {
			return $found;
		}
		$id   = $found->create_registry( $body->has( 'title' ) ? $body->value( 'title' ) : null, $this->store );
		$view = is_wp_error( $id ) ? $id : ( new Importer( $this->store ) )->view( $found, get_post( $id ) );
		if ( ! is_wp_error( $view ) ) {
			return $this->responses->registry( $id, more: array( 'file' => $view ), status: 201 );
		}
		if ( is_int( $id ) ) {
			$this->store->details->delete( $id );
		}
		return $view;
	}

	/** Adds wishes of a file, except wishes that the registry already has. */
	public function import( Body $body, int $id ): WP_REST_Response|WP_Error {
		$sent = $body->raw( 'wishes' );
		$good = is_array( $sent ) && array_is_list( $sent ) ? array_filter( $sent, self::is_wish( ... ) ) : array();
		if ( ! $good || $good !== $sent || count( $good ) > Rules::MAX_WISHES_AT_ONCE ) {
			$message = sprintf( 'must have 1 to %d entries, each with place, by, nth and fields', Rules::MAX_WISHES_AT_ONCE );
			$is_long = is_array( $sent ) && count( $sent ) > Rules::MAX_WISHES_AT_ONCE;
			return Errors::fields(
				array(
					'wishes' => $is_long
						? new FieldError( 'maxItems', $message, Rules::MAX_WISHES_AT_ONCE )
						: new FieldError( 'type', $message, array( 'array' ) ),
				)
			);
		}
		$wishes  = array_map(
			static fn ( array $wish ) => new ImportWish( $wish['place'], $wish['fields'], $wish['by'] ),
			$good
		);
		$results = ( new Importer( $this->store ) )->add( get_post( $id ), $wishes, array_column( $good, 'nth' ) );
		if ( is_wp_error( $results ) ) {
			return $results;
		}
		$places = array_column( $good, 'place' );
		return new WP_REST_Response(
			array(
				'results' => array_map(
					static fn ( int $place, array $result ) => array( 'place' => $place ) + $result,
					$places,
					$results
				),
			)
		);
	}

	private static function parse_file( Body $body ): ImportFile|WP_Error {
		return ImportFile::of(
			$body->raw( 'file' ),
			null === $body->raw( 'by' ) ? ImportWish::BY_NAME : $body->value( 'by' )
		);
	}

	/** Checks whether an entry has the form of a wish. The import checks the rules of the fields. */
	private static function is_wish( mixed $wish ): bool {
		return is_array( $wish )
			&& is_int( $wish['place'] ?? null )
			&& is_int( $wish['nth'] ?? null )
			&& $wish['nth'] > 0
			&& is_array( $wish['fields'] ?? null )
			&& in_array( $wish['by'] ?? null, ImportWish::BY, true );
	}
}
