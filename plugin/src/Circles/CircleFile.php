<?php
declare( strict_types=1 );

namespace Largesse\Circles;

/**
 * A circle as a file, `largesse.circle/1` (rules: Circles). The file contains names, but no accounts, addresses, links
 * or lists.
 */
final class CircleFile {

	/** Name and version of the format. */
	public const FORMAT = 'largesse.circle/1';

	/** Maximum size of a file in bytes. */
	public const MAX_BYTES = 100_000;

	/**
	 * @param string       $name  Name of the circle.
	 * @param list<string> $wards Names of the people without an account.
	 */
	private function __construct( public readonly string $name, public readonly array $wards ) {}

	/**
	 * Returns the contents of a circle's file.
	 *
	 * @return array{format: string, name: string, people: list<array{name: string, has_account: bool, looked_after_by: list<string>}>}
	 */
	public static function of( Circle $circle ): array {
		$people = $circle->people;
		return array(
			'format' => self::FORMAT,
			'name'   => $circle->name,
			'people' => array_map(
				static fn ( Person $person ): array => array(
					'name'            => $person->name,
					'has_account'     => null !== $person->user,
					'looked_after_by' => array_values( array_filter( array_map( static fn ( string $id ): string => $people->with_id( $id )->name ?? '', $person->guardians ) ) ),
				),
				$people->all
			),
		);
	}

	/** Parses a file; null if the file does not have the format. Cleans the names, but does not check them. */
	public static function parse( string $json ): ?self {
		$data = strlen( $json ) > self::MAX_BYTES ? null : json_decode( $json, true, 8 );
		if ( ! is_array( $data ) || self::FORMAT !== ( $data['format'] ?? null ) || ! is_string( $data['name'] ?? null ) || ! is_array( $data['people'] ?? null ) ) {
			return null;
		}
		$wards = array();
		foreach ( $data['people'] as $person ) {
			if ( ! is_array( $person ) || ! is_string( $person['name'] ?? null ) || ! is_bool( $person['has_account'] ?? null ) ) {
				return null;
			}
			if ( ! $person['has_account'] ) {
				$wards[] = CircleRules::clean( $person['name'] );
			}
		}
		return new self( CircleRules::clean( $data['name'] ), $wards );
	}
}
