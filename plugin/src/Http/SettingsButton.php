<?php
declare( strict_types=1 );

namespace Largesse\Http;

/**
 * Button on the settings page, in its own form and its own section.
 */
final class SettingsButton {

	/**
	 * @param string $action  Name of the button, and action of its nonce.
	 * @param string $section Id of the section.
	 */
	public function __construct( private readonly string $action, private readonly string $section ) {}

	/** Checks whether an authorized user has pressed the button. Ends the request if the nonce is wrong. */
	public function is_submitted(): bool {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- It is checked on the next lines.
		if ( ! isset( $_POST[ $this->action ] ) ) {
			return false;
		}
		check_admin_referer( $this->action, $this->nonce() );
		return current_user_can( 'manage_options' );
	}

	/**
	 * Returns the variables for the template of the button's section.
	 *
	 * @param string $page Address of the page.
	 * @return array<string, string>
	 */
	public function data( string $page ): array {
		return array(
			'id'       => $this->section,
			'form_url' => "{$page}#{$this->section}",
			'action'   => $this->action,
			'nonce'    => $this->nonce(),
		);
	}

	/**
	 * Returns the name of the field with the nonce. The name is unique, because the page contains other nonces, too.
	 */
	private function nonce(): string {
		return "{$this->action}_nonce";
	}
}
