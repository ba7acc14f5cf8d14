<?php
/**
 * What was typed and refused.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

/**
 * Keeps what a person typed into a field, where it was refused, until the form is shown again: WordPress redirects
 * in between. Secrets do not belong here.
 */
final class TypedValues {

	/** Prefix of the transients; the user's id follows. */
	private const PREFIX = 'largesse_typed_';

	/** Seconds until they are forgotten: as long as WordPress remembers the errors. */
	private const SECONDS = 30;

	/** Most characters that are kept of a value. */
	private const MAX_LENGTH = 2000;

	/**
	 * Keeps a value for the current user.
	 *
	 * @param string $name  Name of the field.
	 * @param string $value What was typed.
	 */
	public function keep( string $name, string $value ): void {
		set_transient( self::key(), array( $name => mb_substr( $value, 0, self::MAX_LENGTH ) ) + $this->all(), self::SECONDS );
	}

	/**
	 * What the current user typed, by field; it is forgotten at once.
	 *
	 * @return array<string, string>
	 */
	public function take(): array {
		$values = $this->all();
		if ( $values ) {
			delete_transient( self::key() );
		}
		return $values;
	}

	/**
	 * What is kept for the current user.
	 *
	 * @return array<string, string>
	 */
	private function all(): array {
		$values = get_transient( self::key() );
		return is_array( $values ) ? $values : array();
	}

	/**
	 * Name of the current user's transient.
	 */
	private static function key(): string {
		return self::PREFIX . get_current_user_id();
	}
}
