<?php
declare( strict_types=1 );

namespace Largesse;

use WP_Error;

/**
 * Personal data of a feature, for WordPress's tools Export Personal Data and Erase Personal Data.
 */
abstract class PersonalData {

	/** Code of the error if an export could not read all data. */
	protected const UNREAD = 'largesse_export';

	/** Returns the name of the data in WordPress's export and erasure tools. */
	abstract public function label(): string;

	/**
	 * Exports the data of a person. Returns an error if the service does not answer, because an incomplete export must
	 * not look complete.
	 *
	 * @param string $email E-mail address of the person.
	 * @param int    $page  Number of the page, from 1.
	 * @return array{data: list<array<string, mixed>>, done: bool}|WP_Error
	 */
	abstract public function export( string $email, int $page = 1 ): array|WP_Error;

	/**
	 * Erases the data of a person, or a part of it.
	 *
	 * @param string $email E-mail address of the person.
	 * @param int    $page  Number of the page, from 1.
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	abstract public function erase( string $email, int $page = 1 ): array;

	/**
	 * Converts names and values to WordPress's format. Omits empty values.
	 *
	 * @param array<string, string> $values HTML by name.
	 * @return list<array{name: string, value: string}>
	 */
	final protected static function values( array $values ): array {
		$data = array();
		foreach ( $values as $name => $value ) {
			if ( '' !== $value ) {
				$data[] = array(
					'name'  => $name,
					'value' => $value,
				);
			}
		}
		return $data;
	}
}
