<?php
declare( strict_types=1 );

namespace Largesse\Setup;

/**
 * Stores values that the settings have refused. After WordPress has redirected the browser, the form shows these values
 * again. This class must not be used for secrets.
 */
final class RefusedInput {

	/** Prefix of the transients; the user's id follows. */
	public const PREFIX = 'largesse_typed_';

	/** Lifetime in seconds. WordPress stores the error messages of settings equally long. */
	private const SECONDS = 30;

	/** Maximum length of a value. */
	private const CHARS = 2000;

	/**
	 * Shows a message that a value was refused, and stores the value for the current user.
	 *
	 * @param string      $name    Name of the option.
	 * @param string      $message Plain text that names the field and the reason.
	 * @param string|null $typed   Value to show in the form again; null for none.
	 */
	public static function store( string $name, string $message, ?string $typed ): void {
		add_settings_error( $name, $name, esc_html( $message ) );
		if ( null !== $typed ) {
			set_transient( self::PREFIX . get_current_user_id(), array( $name => mb_substr( $typed, 0, self::CHARS ) ) + self::all(), self::SECONDS );
		}
	}

	/**
	 * Returns the refused values of the current user, and deletes them.
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
	 * Returns the refused values of the current user.
	 *
	 * @return array<string, string>
	 */
	private static function all(): array {
		$values = get_transient( self::PREFIX . get_current_user_id() );
		return is_array( $values ) ? $values : array();
	}
}
