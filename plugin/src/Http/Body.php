<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\Service\BrokenRule;
use Largesse\Service\FieldRules;
use Largesse\Service\Rules;
use LogicException;
use WP_REST_Request;

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
			$endless = array_key_first( array_filter( $body, static fn ( mixed $value ) => false === wp_json_encode( $value ) ) );
			return null === $endless ? new self( $body, $args ) : throw self::invalid( (string) $endless, new BrokenRule( 'maximum', Rules::MAX_SAFE ) );
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
		$arg   = $this->declared( $field );
		$value = $this->fields[ $field ] ?? null;
		if ( isset( $arg['enum'] ) ) {
			return in_array( $value, $arg['enum'], true ) ? $value : throw self::invalid( $field, new BrokenRule( 'enum', $arg['enum'] ) );
		}
		return match ( $arg['type'] ) {
			'integer'                  => $this->number( $field, $arg['minimum'], $arg['maximum'] ),
			array( 'integer', 'null' ) => $this->id_or_null( $field ),
			array( 'string', 'null' )  => null === $value ? null : $this->text( $field ),
			'string'                   => $this->text( $field, 'uuid' === ( $arg['format'] ?? '' ) ),
			default                    => throw new LogicException( "Body cannot check {$field}" ),
		};
	}

	/**
	 * Returns the invitees of a body: the list `invitees`, or the single `invitee`.
	 *
	 * @param bool $is_each True to check each entry; false to check only the number of entries.
	 * @return non-empty-list<string>
	 * @throws InvalidBody If the list is invalid.
	 */
	public function invitees( bool $is_each = true ): array {
		$many = $this->raw( 'invitees' );
		if ( is_array( $many ) && $many && array_is_list( $many ) && array_filter( $many, 'is_string' ) === $many ) {
			$entries = $many;
		} else {
			$entries = array( $this->value( 'invitee' ) );
		}
		$rule = self::problem( $entries, $is_each );
		return null === $rule ? $entries : throw self::invalid( 'invitee', $rule );
	}

	/**
	 * Returns the schema of a field.
	 *
	 * @return array<string, mixed>
	 * @throws LogicException If the route does not declare the field.
	 */
	private function declared( string $field ): array {
		return $this->args[ $field ] ?? throw new LogicException( "The route does not declare {$field}" );
	}

	private function text( string $field, bool $is_uuid = false ): string {
		$text = $this->fields[ $field ] ?? null;
		if ( ! is_string( $text ) ) {
			throw self::invalid( $field, null === $text ? new BrokenRule( 'required' ) : new BrokenRule( 'type', array( 'string' ) ) );
		}
		return ! $is_uuid || wp_is_uuid( strtolower( $text ) ) ? $text : throw self::invalid( $field, new BrokenRule( 'format', 'uuid' ) );
	}

	/** Returns the id of an item, or null. A missing field is an error. */
	private function id_or_null( string $field ): ?int {
		if ( ! array_key_exists( $field, $this->fields ) ) {
			throw self::invalid( $field, new BrokenRule( 'required' ) );
		}
		$id = $this->fields[ $field ];
		return null === $id || ( is_int( $id ) && $id > 0 ) ? $id : throw self::invalid( $field, new BrokenRule( 'type', array( 'integer', 'null' ) ), 'must be the number of a gift, or null' );
	}

	/** Returns a required whole number. */
	private function number( string $field, int $least, int $most ): int {
		$number = $this->fields[ $field ] ?? null;
		$rule   = match ( true ) {
			null === $number    => new BrokenRule( 'required' ),
			! is_int( $number ) => new BrokenRule( 'type', array( 'integer' ) ),
			$number < $least    => new BrokenRule( 'minimum', $least ),
			$number > $most     => new BrokenRule( 'maximum', $most ),
			default             => null,
		};
		return null === $rule ? $number : throw self::invalid( $field, $rule, "must be a whole number from {$least} to {$most}" );
	}

	/** Returns the first broken rule in a list of invitees; null for none (rules: Invitees). */
	private static function problem( array $entries, bool $is_each ): ?BrokenRule {
		if ( count( $entries ) > Rules::MAX_INVITEES_AT_ONCE ) {
			return new BrokenRule( 'maxItems', Rules::MAX_INVITEES_AT_ONCE );
		}
		foreach ( $is_each ? $entries : array() as $entry ) {
			$rule = FieldRules::problem( 'invitee', FieldRules::trim( $entry ) );
			if ( null !== $rule ) {
				return $rule;
			}
		}
		return null;
	}

	/** Returns the exception for one field. If `$message` is null, the rule has its own message. */
	private static function invalid( string $field, BrokenRule $rule, ?string $message = null ): InvalidBody {
		return InvalidBody::of( $field, null === $message ? FieldError::of( $field, $rule ) : new FieldError( $rule->name, $message, $rule->limit ) );
	}
}
