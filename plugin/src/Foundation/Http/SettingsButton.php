<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/** Button on the settings page, in its own form and its own section. Its name is also the action of its nonce. */
final class SettingsButton {

	/** Checks whether an authorized user has pressed a button. Ends the request if the nonce is wrong. */
	public static function is_pressed( string $name ): bool {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- It is checked on the next lines.
		if ( ! isset( $_POST[ $name ] ) ) {
			return false;
		}
		check_admin_referer( $name, "{$name}_nonce" );
		return current_user_can( 'manage_options' );
	}

	/** @return array<string, string> The form of a button in a section, for the template `http/settings-button`. */
	public static function data( string $name, string $section, string $page ): array {
		return array(
			'id'       => $section,
			'form_url' => "{$page}#{$section}",
			'action'   => $name,
			// This name is unique, because the page contains other nonces, too.
			'nonce'    => "{$name}_nonce",
		);
	}

	/**
	 * Returns a result for the template `http/settings-button`.
	 *
	 * @param string $kind  Kind of WordPress's notice: success, warning or error.
	 * @param string $role  ARIA role, such as `status`; '' for none.
	 * @param string ...$texts Paragraphs as plain text. If there are several, the first is the heading.
	 * @return array{kind: string, role: string, texts: list<string>}
	 */
	public static function result( string $kind, string $role, string ...$texts ): array {
		return array( 'kind' => $kind, 'role' => $role, 'texts' => array_values( array_filter( $texts, 'strlen' ) ) );
	}
}
