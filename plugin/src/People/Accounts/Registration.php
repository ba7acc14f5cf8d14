<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\Foundation\Http\SettingsButton;

/**
 * Addresses at which people register or log in, with the page to return to, and whether registration is open. While it
 * is closed, a button on the settings page opens registration for everyone. On a network, there is a link to the
 * network's setting instead.
 */
final class Registration {

	/** Name and id of the button. */
	public const ACTION = 'largesse_open_registration';

	/** Capabilities of a subscriber. */
	private const HARMLESS = array( 'read', 'level_0' );

	/** Whether the button was pressed. */
	private bool $is_pressed = false;

	/** Checks whether visitors may register. On a network, the network's setting decides. */
	public static function is_open(): bool {
		return is_multisite()
			? in_array( get_site_option( 'registration' ), array( 'user', 'all' ), true )
			: (bool) get_option( 'users_can_register' );
	}

	/** Returns why registration should be closed, or null: new accounts get the default role, which must only read. */
	public static function reason_to_close(): ?string {
		$name = (string) get_option( 'default_role' );
		$role = get_role( $name );
		if (
			is_multisite()
			|| ( null !== $role && array() === array_diff( array_keys( array_filter( $role->capabilities ) ), self::HARMLESS ) )
		) {
			return null;
		}
		/* translators: %s: name of a role. */
		return sprintf( __( 'New accounts get the role “%s”, which does not exist or may do more than a subscriber. Choose Subscriber as the default role under Settings → General.', 'largesse' ), translate_user_role( wp_roles()->role_names[ $name ] ?? $name ) );
	}

	/** Returns a sentence that tells administrators who can register. */
	public static function describe_access(): string {
		return match ( true ) {
			self::is_open() => __( 'Everybody can open an account. To create registries, they confirm their address by mail first.', 'largesse' ),
			is_multisite()  => __( 'Only people you add have accounts, because the network does not let people register. Pages tell everyone else to ask you for one.', 'largesse' ),
			default         => __( 'Only people you add have accounts. Pages that mention an account tell everyone else to ask you for one.', 'largesse' ),
		};
	}

	/** Returns the address to create an account. `$back` loses its keys, and is ignored if it is on another site. */
	public static function url( string $back ): string {
		return ReturnAddress::registration( wp_registration_url(), ReturnAddress::sanitize( $back ) );
	}

	/** Returns the address of the login. `$back` loses its keys, and is ignored if it is on another site. */
	public static function sign_in_url( string $back ): string {
		return wp_login_url( ReturnAddress::sanitize( $back ) );
	}

	/** Returns a plain-text sentence that tells people without an account how to get an account. */
	public static function closed_note(): string {
		/* translators: %s: name of the site. */
		return sprintf( __( 'The people who run “%s” create its accounts. If you would like one, ask the person who told you about this site.', 'largesse' ), wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) );
	}

	/** Opens registration if the button was pressed, unless a reason forbids it. Returns whether it did so. */
	public function run_if_requested(): bool {
		if ( ! SettingsButton::is_pressed( self::ACTION ) ) {
			return false;
		}
		$this->is_pressed = true;
		if ( is_multisite() || null !== self::reason_to_close() ) {
			return false;
		}
		return update_option( 'users_can_register', 1 );
	}

	/** @return array<string, mixed> Data of the template `http/settings-button` on a page. */
	public function data( string $page ): array {
		$refusal = self::reason_to_close();
		$is_open = self::is_open();
		$url     = is_multisite() && current_user_can( 'manage_network_options' ) ? network_admin_url( 'settings.php' ) : '';
		return SettingsButton::data( self::ACTION, 'largesse-registration', $page ) + array(
			'title'   => __( 'Registration', 'largesse' ),
			'text'    => self::describe_access(),
			'label'   => match ( true ) {
				'' !== $url                => __( 'Settings of the network', 'largesse' ),
				is_multisite() || $is_open => '',
				default                    => __( 'Let everybody register', 'largesse' ),
			},
			'url'     => $url,
			'results' => match ( true ) {
				null !== $refusal             => array(
					SettingsButton::result( $this->is_pressed ? 'error' : 'warning', $this->is_pressed ? 'alert' : 'note', $refusal ),
				),
				$this->is_pressed
					&& $is_open => array( SettingsButton::result( 'success', 'status', __( 'Registration is open.', 'largesse' ) ) ),
				default                       => array(),
			},
		);
	}
}
