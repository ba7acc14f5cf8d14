<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Service\BrokenRule;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;
use LogicException;
use WP_REST_Request;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- WordPress encodes these messages as JSON.

/**
 * The JSON object of a request. The values keep their types. This class does not use WordPress's own handling of
 * parameters: it would convert texts to numbers, and accept a form or the query string. The route declares the fields;
 * other fields are ignored.
 */
final class Body {

	/**
	 * @param array<string, mixed>                $fields Fields of the request.
	 * @param array<string, array<string, mixed>> $args   Declared fields (Route::args()).
	 */
	private function __construct(
		private readonly array $fields,
		private readonly array $args
	) {}

	/**
	 * Reads the body of a request. A missing body counts as an empty object.
	 *
	 * @param array<string, array<string, mixed>> $args Declared fields (Route::args()).
	 * @throws InvalidBody If the body is no object, or contains a number that cannot be stored.
	 */
	public static function of( WP_REST_Request $request, array $args ): self {
		if ( '' === (string) $request->get_body() ) {
			return new self( array(), $args );
		}
		$body = $request->get_json_params();
		if ( is_array( $body ) && ( array() === $body || ! array_is_list( $body ) ) ) {
			// PHP parses a number such as 1e999 as infinite. Refuse the field: infinite numbers cannot be written as
			// JSON.
			$endless = array_key_first(
				array_filter( $body, static fn ( mixed $value ) => false === wp_json_encode( $value ) )
			);
			return null === $endless
				? new self( $body, $args )
				: throw InvalidBody::of(
					(string) $endless,
					FieldError::of( (string) $endless, new BrokenRule( 'maximum', Rules::MAX_SAFE ) )
				);
		}
		throw new InvalidBody( Errors::fields( array(), __( 'The request must contain a JSON object.', 'largesse' ) ) );
	}

	/** Checks whether the request contains a field, even if its value is null. */
	public function has( string $field ): bool {
		$this->declared( $field );
		return array_key_exists( $field, $this->fields );
	}

	/** Returns the value of a field without checking it; null if the field is missing. */
	public function raw( string $field ): mixed {
		$this->declared( $field );
		return $this->fields[ $field ] ?? null;
	}

	/** @return array<string, mixed> All declared fields of the request, or only those in `$names`, unchecked. */
	public function all( ?array $names = null ): array {
		foreach ( $names ?? array() as $name ) {
			$this->declared( $name );
		}
		return array_intersect_key( $this->fields, null === $names ? $this->args : array_flip( $names ) );
	}

	/**
	 * Returns the value of a field. FieldRules checks the other rules for texts. A missing field counts as null if it is
	 * optional and may be null.
	 *
	 * @throws InvalidBody If the field is missing, or does not match the declared type, choices, format or range.
	 */
	public function value( string $field ): mixed {
		$arg     = $this->declared( $field );
		$value   = $this->fields[ $field ] ?? null;
		$types   = (array) $arg['type'];
		$is_text = 'string' === $types[0];
		$is_id   = array( 'integer', 'null' ) === $types;
		// The body must contain an id, even if it is null.
		$may_be_null = $is_id ? $this->has( $field ) : in_array( 'null', $types, true );

		$rule = match ( true ) {
			isset( $arg['enum'] )    => in_array( $value, $arg['enum'], true ) ? null : new BrokenRule( 'enum', $arg['enum'] ),
			null === $value          => $may_be_null ? null : new BrokenRule( 'required' ),
			$is_text && ! is_string( $value ) => new BrokenRule( 'type', array( 'string' ) ),
			$is_text                 => 'uuid' !== ( $arg['format'] ?? '' ) || wp_is_uuid( strtolower( $value ) )
				? null
				: new BrokenRule( 'format', 'uuid' ),
			! is_int( $value ) || ( $is_id && $value < 1 ) => new BrokenRule( 'type', $types ),
			$value < $arg['minimum'] => new BrokenRule( 'minimum', $arg['minimum'] ),
			$value > $arg['maximum'] => new BrokenRule( 'maximum', $arg['maximum'] ),
			default                  => null,
		};
		if ( null === $rule ) {
			return $value;
		}
		$message = match ( true ) {
			$is_text                         => null,
			$is_id && 'type' === $rule->name => 'must be the number of a gift, or null',
			$is_id                           => null,
			default                          => "must be a whole number from {$arg['minimum']} to {$arg['maximum']}",
		};
		throw InvalidBody::of(
			$field,
			null === $message ? FieldError::of( $field, $rule ) : new FieldError( $rule->name, $message, $rule->limit )
		);
	}

	/** @return list<int> Ids in a list. @throws InvalidBody If the field is no list of ids. */
	public function ids( string $field ): array {
		$ids   = $this->raw( $field );
		$is_id = static fn ( mixed $id ): bool => is_int( $id ) && $id > 0;
		if ( is_array( $ids ) && array_is_list( $ids ) && array_filter( $ids, $is_id ) === $ids ) {
			return $ids;
		}
		throw InvalidBody::of( $field, FieldError::of( $field, new BrokenRule( 'type', array( 'array' ) ) ) );
	}

	/**
	 * Returns the invitees of a body (rules: Invitees): the list `invitees`, or the single `invitee`.
	 *
	 * @param bool $is_each True to check each entry; false to check only the number of entries.
	 * @return non-empty-list<string>
	 * @throws InvalidBody If the list is too long, or an entry breaks a rule.
	 */
	public function invitees( bool $is_each = true ): array {
		$many = $this->raw( 'invitees' );
		if ( is_array( $many ) && $many && array_is_list( $many ) && array_filter( $many, 'is_string' ) === $many ) {
			$entries = array_map( FieldRules::without_marks( ... ), $many );
		} else {
			$entries = array( FieldRules::without_marks( $this->value( 'invitee' ) ) );
		}
		$rule = count( $entries ) > Rules::MAX_INVITEES_AT_ONCE
			? new BrokenRule( 'maxItems', Rules::MAX_INVITEES_AT_ONCE )
			: null;
		foreach ( $is_each ? $entries : array() as $entry ) {
			$rule ??= FieldRules::problem( 'invitee', FieldRules::trim( $entry ) );
		}
		return null === $rule ? $entries : throw InvalidBody::of( 'invitee', FieldError::of( 'invitee', $rule ) );
	}

	/**
	 * @return array<string, mixed> Schema of a field, which the route must declare.
	 * @throws LogicException If it does not.
	 */
	private function declared( string $field ): array {
		return $this->args[ $field ] ?? throw new LogicException( "The route does not declare {$field}" );
	}
}
