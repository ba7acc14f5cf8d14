<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

/** A rule of the API that a field breaks (rules: Errors). */
final class BrokenRule {

	/**
	 * @param string                       $name  Name of the rule, a key of Rules::RULES.
	 * @param int|float|string|list<string>|null $limit Limit of the rule: a number, a name or names.
	 */
	public function __construct(
		public readonly string $name,
		public readonly int|float|string|array|null $limit = null
	) {}

	/** Returns the text that the `detail` of an error contains for this rule. */
	public function text(): string {
		$special = is_array( $this->limit ) ? null : Rules::SPECIAL_TEXTS[ $this->name ][ (string) $this->limit ] ?? null;
		$is_type = 'type' === $this->name;
		$names   = $is_type ? Rules::TYPE_NAMES : Rules::FORMAT_NAMES;
		$limits  = array_map(
			static fn ( int|float|string $limit ) => $names[ (string) $limit ] ?? (string) $limit,
			(array) $this->limit
		);
		return $special ?? sprintf( Rules::RULES[ $this->name ], implode( $is_type ? ' or ' : ', ', $limits ) );
	}

	/** @return array<string, self> First broken rule of each field, without rules that this plugin does not know. */
	public static function by_field( mixed $errors ): array {
		$broken = array();
		foreach ( is_array( $errors ) ? $errors : array() as $error ) {
			list(
				'field' => $field,
				'rule' => $name,
				'limit' => $limit
			) = (array) $error + array_fill_keys( array( 'field', 'rule', 'limit' ), null );
			if ( is_string( $field ) && is_string( $name ) && isset( Rules::RULES[ $name ] ) ) {
				$broken += array( $field => new self( $name, self::limit( $limit ) ) );
			}
		}
		return $broken;
	}

	/** @return int|float|string|list<string>|null Value if it is a valid limit; otherwise null. */
	private static function limit( mixed $limit ): int|float|string|array|null {
		if ( is_array( $limit ) ) {
			return array_values( array_filter( $limit, 'is_string' ) );
		}
		return is_int( $limit ) || is_float( $limit ) || is_string( $limit ) ? $limit : null;
	}
}
