<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\Http\SettingsButton;

/**
 * Shows on the settings page who can register. While registration is closed, a button opens registration for everyone.
 * On a network, there is a link to the network's setting instead.
 */
final class RegistrationSwitch {

	/** Name and id of the button. */
	public const ACTION = 'largesse_open_registration';

	/** Whether the button was pressed. */
	private bool $is_pressed = false;

	/** Opens registration if the button was pressed, unless a reason forbids it. Returns whether it did so. */
	public function run_if_requested(): bool {
		if ( ! SettingsButton::is_pressed( self::ACTION ) ) {
			return false;
		}
		$this->is_pressed = true;
		if ( is_multisite() || null !== Registration::reason_to_close() ) {
			return false;
		}
		return update_option( 'users_can_register', 1 );
	}

	/** @return array<string, mixed> Data of the template `http/settings-button` on a page. */
	public function data( string $page ): array {
		$refusal = Registration::reason_to_close();
		$is_open = Registration::is_open();
		$url     = is_multisite() && current_user_can( 'manage_network_options' ) ? network_admin_url( 'settings.php' ) : '';
		return SettingsButton::data( self::ACTION, 'largesse-registration', $page ) + array(
			'title'   => __( 'Registration', 'largesse' ),
			'text'    => Registration::describe_access(),
			'label'   => match ( true ) {
				'' !== $url                => __( 'Settings of the network', 'largesse' ),
				is_multisite() || $is_open => '',
				default                    => __( 'Let everybody register', 'largesse' ),
			},
			'url'     => $url,
			'results' => match ( true ) {
				null !== $refusal             => array( SettingsButton::result( $this->is_pressed ? 'error' : 'warning', $this->is_pressed ? 'alert' : 'note', $refusal ) ),
				$this->is_pressed && $is_open => array( SettingsButton::result( 'success', 'status', __( 'Registration is open.', 'largesse' ) ) ),
				default                       => array(),
			},
		);
	}
}
