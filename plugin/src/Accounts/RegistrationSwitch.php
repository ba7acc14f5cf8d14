<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\Http\PressedButton;

/**
 * Shows on the settings page who can register, with a button that opens registration for everyone. On a network, it
 * links to the network's setting.
 */
final class RegistrationSwitch {

	/** Name of the action and its button. */
	private const ACTION = 'largesse_open_registration';

	/** Field of its nonce; the page contains other forms, too. */
	private const NONCE = 'largesse_open_registration_nonce';

	/** Id of the section on the page. */
	private const ANCHOR = 'largesse-registration';

	/** Whether the button was pressed. */
	private bool $is_pressed = false;

	/** Opens registration if the button was pressed and nothing prevents it. */
	public function run_if_requested(): void {
		if ( ! PressedButton::is( self::ACTION, self::NONCE ) ) {
			return;
		}
		$this->is_pressed = true;
		if ( ! is_multisite() && null === Registration::refusal() ) {
			update_option( 'users_can_register', 1 );
		}
	}

	/**
	 * Prints the section.
	 *
	 * @param string $page Address of the settings page.
	 */
	public function show( string $page ): void {
		$refusal = Registration::refusal();
		$is_open = Registration::is_open();
		printf( '<section id="%1$s" aria-labelledby="%1$s-title">', esc_attr( self::ANCHOR ) );
		printf( '<h2 id="%s-title">%s</h2>', esc_attr( self::ANCHOR ), esc_html__( 'Who may have an account', 'largesse' ) );
		echo '<p>' . esc_html( Registration::state() ) . '</p>';
		if ( null !== $refusal ) {
			printf( '<p class="notice notice-%s inline" role="%s">%s</p>', $this->is_pressed ? 'error' : 'warning', $this->is_pressed ? 'alert' : 'note', esc_html( $refusal ) );
		} elseif ( $this->is_pressed && $is_open ) {
			printf( '<p class="notice notice-success inline" role="status">%s</p>', esc_html__( 'Registration is open.', 'largesse' ) );
		}
		if ( is_multisite() ) {
			if ( current_user_can( 'manage_network_options' ) ) {
				printf( '<p><a class="button" href="%s">%s</a></p>', esc_url( network_admin_url( 'settings.php' ) ), esc_html__( 'Settings of the network', 'largesse' ) );
			}
		} elseif ( ! $is_open ) {
			printf( '<form action="%s#%s" method="post">', esc_url( $page ), esc_attr( self::ANCHOR ) );
			wp_nonce_field( self::ACTION, self::NONCE, false );
			submit_button( __( 'Let everybody register', 'largesse' ), 'secondary', self::ACTION );
			echo '</form>';
		}
		echo '</section>';
	}
}
