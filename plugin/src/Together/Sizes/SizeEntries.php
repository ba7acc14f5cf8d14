<?php
declare( strict_types=1 );

namespace Largesse\Together\Sizes;

use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;

/** Sizes and notes from a form or a file (rules: Sizes and notes). Rows without label and value are ignored. */
final class SizeEntries {

	/** Names of broken rules: a row has no label or value, a label or value is too long, there are too many rows. */
	public const MISSING  = 'required';
	public const LONG     = 'maxLength';
	public const TOO_MANY = 'maxItems';

	/** @param list<array{label: string, value: string}> $rows Rows that are not empty, in order. */
	private function __construct( public readonly array $rows ) {}

	/**
	 * Reads rows with `label` and `value` as trimmed lines. Anything that is not a string becomes an empty text.
	 *
	 * @param list<string> $suggested Labels that the form has suggested. They are ignored without a value.
	 */
	public static function of( mixed $sent, array $suggested = array() ): self {
		$rows = array();
		foreach ( is_array( $sent ) ? $sent : array() as $row ) {
			$label = self::line( is_array( $row ) ? $row['label'] ?? '' : '' );
			$value = self::line( is_array( $row ) ? $row['value'] ?? '' : '' );
			if ( '' !== $value || ( '' !== $label && ! in_array( $label, $suggested, true ) ) ) {
				$rows[] = compact( 'label', 'value' );
			}
		}
		return new self( $rows );
	}

	/** @return array{row: int, field: string, rule: string, limit: int|null}|null First broken rule. */
	public function problem(): ?array {
		foreach ( $this->rows as $row => $texts ) {
			foreach (
				array( 'label' => Rules::MAX_SIZE_LABEL_CHARS, 'value' => Rules::MAX_SIZE_VALUE_CHARS ) as $field => $limit
			) {
				if ( '' === $texts[ $field ] ) {
					return array( 'row' => $row, 'field' => $field, 'rule' => self::MISSING, 'limit' => null );
				}
				if ( mb_strlen( $texts[ $field ], 'UTF-8' ) > $limit ) {
					return array( 'row' => $row, 'field' => $field, 'rule' => self::LONG, 'limit' => $limit );
				}
			}
		}
		if ( count( $this->rows ) > Rules::MAX_SIZES ) {
			return array( 'row' => Rules::MAX_SIZES, 'field' => 'label', 'rule' => self::TOO_MANY, 'limit' => Rules::MAX_SIZES );
		}
		return null;
	}

	/** Returns a string as one trimmed line of valid UTF-8; an empty text if nothing is visible. */
	private static function line( mixed $text ): string {
		$clean = is_string( $text ) ? StoredText::valid_utf8( $text ) : '';
		$line  = FieldRules::trim( (string) preg_replace( '/[\x00-\x1F\x7F]+/', ' ', $clean ) );
		return FieldRules::is_visible( $line ) ? $line : '';
	}
}
