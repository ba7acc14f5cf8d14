<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Service\FieldRules;

/**
 * Values of a request, without WordPress's slashes: the fields of a form or, if no form was sent, the parameters of the
 * address. Each field has its own rule, which the feature checks.
 */
final class Submission {

	private function __construct( private readonly array $values, public readonly bool $is_form ) {}

	/** Reads the values of this request. */
	public static function from_request(): self {
		// phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- Form checks the origin; each field has its own rule.
		return new self( (array) wp_unslash( Request::is_post() ? $_POST : $_GET ), Request::is_post() );
	}

	/**
	 * Returns the values of a program's request, which are treated as those of a form.
	 *
	 * @param array<string, string> $values Values by field.
	 */
	public static function of( array $values ): self {
		return new self( $values, true );
	}

	/** Checks whether the request contains a field. */
	public function has( string $field ): bool {
		return isset( $this->values[ $field ] );
	}

	/** Returns a value as it was sent; null if it is missing. */
	public function raw( string $field ): mixed {
		return $this->values[ $field ] ?? null;
	}

	/** Returns a text without invisible marks (FieldRules::without_marks()); '' if it is missing or a list. */
	public function text( string $field ): string {
		return is_string( $this->values[ $field ] ?? null ) ? FieldRules::without_marks( $this->values[ $field ] ) : '';
	}

	/** Returns a text without white space at both ends. */
	public function trimmed( string $field ): string {
		return FieldRules::trim( $this->text( $field ) );
	}

	/** Returns an integer; 0 for any other value. */
	public function number( string $field ): int {
		return (int) filter_var( $this->text( $field ), FILTER_VALIDATE_INT );
	}

	/** @return array<mixed> All values. */
	public function all(): array {
		return $this->values;
	}

	/** Checks whether a program has filled in the field that people do not see. */
	public function is_of_robot(): bool {
		return '' !== ( $this->values[ Fields::TRAP ] ?? '' );
	}
}
