<?php
declare( strict_types=1 );

namespace Largesse\Setup;

/**
 * Keeps what a user typed into the settings and was refused until the form is shown again, because WordPress redirects
 * in between. Secrets do not belong there.
 */
final class RefusedInput {

	/** Prefix of the transients; the user's id follows. */
	private const PREFIX = 'largesse_typed_';

	/** Seconds until it is forgotten: as long as WordPress remembers the errors. */
	private const SECONDS = 30;

	/** Most characters that are kept of a value. */
	private const CHARS = 2000;

	/**
	 * Complains of what the current user typed for a setting.
	 *
	 * @param string      $name    Name of the option.
	 * @param string      $message Which field was not saved, and why; plain text.
	 * @param string|null $typed   What the form shows again; null for nothing.
	 */
	public static function refuse( string $name, string $message, ?string $typed ): void {
		add_settings_error( $name, $name, esc_html( $message ) );
		if ( null !== $typed ) {
			set_transient( self::PREFIX . get_current_user_id(), array( $name => mb_substr( $typed, 0, self::CHARS ) ) + self::all(), self::SECONDS );
		}
	}

	/**
	 * Returns what the current user typed and was refused a moment ago, and forgets it.
	 *
	 * @return array<string, string> Values by option.
	 */
	public static function take(): array {
		$typed = self::all();
		if ( $typed ) {
			delete_transient( self::PREFIX . get_current_user_id() );
		}
		return $typed;
	}

	/**
	 * Returns it without forgetting it.
	 *
	 * @return array<string, string>
	 */
	private static function all(): array {
		$values = get_transient( self::PREFIX . get_current_user_id() );
		return is_array( $values ) ? $values : array();
	}
}
