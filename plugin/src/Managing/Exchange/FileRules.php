<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Closure;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;
use Largesse\Registries\Registry\ImportWish;

/** Rules for files in the format `largesse.registry/1` (contract/exchange.ts). */
final class FileRules {

	/** Name and version of the format. */
	public const FORMAT = self::NAME . '1';
	private const NAME  = 'largesse.registry/';

	/** Faults of a file. */
	public const TOO_LARGE = 'too_large';
	public const NO_DATA   = 'no_data';
	public const NOT_OURS  = 'not_ours';
	public const NEWER     = 'newer';
	public const NO_WISHES = 'no_wishes';
	public const TOO_MANY  = 'too_many';

	/** Maximum nesting depth: more than in our files, because files of newer versions may be deeper. */
	private const MAX_DEPTH = 16;

	/** Fields of the registry. */
	private const DETAILS = array(
		'title',
		'story',
		'story_format',
		'event_type',
		'event_date',
		'surprise',
		'about',
		'sizes',
		'unlisted_wishes',
	);

	/** Decodes a file. Returns its data, or a fault. */
	public static function decode( string $bytes ): array|string {
		if ( strlen( $bytes ) > Rules::MAX_FILE_BYTES ) {
			return self::TOO_LARGE;
		}
		// PHP counts the values of the innermost list as another level.
		$data = json_decode(
			str_starts_with( $bytes, "\u{FEFF}" ) ? substr( $bytes, 3 ) : $bytes,
			true,
			self::MAX_DEPTH + 1
		);
		return is_array( $data ) ? $data : self::NO_DATA;
	}

	/** Returns the fault of decoded data; null for none. Fields of the registry and of wishes may still be invalid. */
	public static function fault( mixed $data ): ?string {
		$format = is_array( $data ) ? $data['format'] ?? null : null;
		$wishes = is_array( $data ) ? $data['wishes'] ?? null : null;
		return match ( true ) {
			! is_string( $format ) || ! str_starts_with( $format, self::NAME ) => self::NOT_OURS,
			self::FORMAT !== $format                                           => self::NEWER,
			! is_array( $wishes ) || ! array_is_list( $wishes )                => self::NO_WISHES,
			count( $wishes ) > Rules::MAX_FILE_WISHES                          => self::TOO_MANY,
			array() === $wishes && array() === self::details( $data )          => self::NO_WISHES,
			default                                                            => null,
		};
	}

	/** @return array<string, mixed> Those of DETAILS that the data has. */
	public static function details( array $data ): array {
		return is_array( $data['registry'] ?? null )
			? array_intersect_key( $data['registry'], array_flip( self::DETAILS ) )
			: array();
	}

	/**
	 * Returns the wishes of data without a fault. Wishes without a currency have the currency of the file.
	 *
	 * @param string                   $by      ImportWish::BY_NAME or BY_ADDRESS.
	 * @param Closure(string): ?string $foreign Returns a currency, or null for that of the site and for ''.
	 * @return list<ImportWish>
	 */
	public static function wishes( array $data, string $by, Closure $foreign ): array {
		$currency = is_string( $data['currency'] ?? null ) && null === FieldRules::problem( 'currency', $data['currency'] )
			? $data['currency']
			: '';
		$found    = array();
		foreach ( $data['wishes'] as $index => $wish ) {
			$fields = is_array( $wish ) ? $wish : array();
			$own    = $fields['currency'] ?? $currency;
			// A wrong currency stays, so that the import refuses the wish.
			$found[] = new ImportWish(
				$index + 1,
				array( 'currency' => is_string( $own ) ? $foreign( $own ) : $own ) + $fields,
				$by
			);
		}
		return $found;
	}
}
