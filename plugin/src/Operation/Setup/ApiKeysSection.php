<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\SettingsButton;
use WP_Error;

/** Section of the settings page in which administrators create and revoke keys. Works without scripts. */
final class ApiKeysSection {

	/** Names of the buttons. */
	public const CREATE = 'largesse_create_key';
	public const REVOKE = 'largesse_revoke_key';

	/** Names of the fields. */
	private const NAME  = 'largesse_key_name';
	private const SCOPE = 'largesse_key_scope';
	private const DAYS  = 'largesse_key_until';

	/** The new key, or why there is none; null if the button was not pressed. */
	private string|WP_Error|null $created = null;

	private bool $is_revoked = false;

	public function __construct( private readonly ApiKeys $keys ) {}

	/** Creates or revokes a key, if the button was pressed. */
	public function run_if_requested(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Missing -- is_pressed() checks the nonce.
		$text = static fn ( string $name ): string => is_string( $_POST[ $name ] ?? null ) ? trim(
			sanitize_text_field( wp_unslash( $_POST[ $name ] ) )
		) : '';
		// phpcs:enable WordPress.Security.NonceVerification.Missing
		if ( SettingsButton::is_pressed( self::CREATE ) ) {
			$this->created = $this->create( $text( self::NAME ), $text( self::SCOPE ), $text( self::DAYS ) );
		}
		if ( SettingsButton::is_pressed( self::REVOKE ) ) {
			$this->is_revoked = $this->keys->revoke( $text( self::REVOKE ) );
		}
	}

	private function create( string $name, string $scope, string $days ): string|WP_Error {
		if (
			! in_array( $scope, KeyRequests::SCOPES, true )
			|| ( '' !== $days && ( ! ctype_digit( $days ) || (int) $days < 1 || (int) $days > ApiKeys::MAX_DAYS ) )
		) {
			/* translators: %s: a number. */
			return new WP_Error( 'largesse_key_days', sprintf( __( 'Enter a number of days from 1 to %s, or leave the field empty.', 'largesse' ), Number::text( ApiKeys::MAX_DAYS ) ) );
		}
		return $this->keys->create( wp_get_current_user(), $name, $scope, '' === $days ? null : (int) $days );
	}

	/** @return array<string, mixed> Data of the template `setup/keys`. */
	public function data( string $page ): array {
		$scopes  = array(
			'read'   => __( 'Only read', 'largesse' ),
			'gifts'  => __( 'Only write gifts', 'largesse' ),
			'events' => __( 'Only read events', 'largesse' ),
		);
		$results = match ( true ) {
			is_wp_error( $this->created ) => array(
				SettingsButton::result( 'error', 'alert', $this->created->get_error_message() ),
			),
			$this->is_revoked             => array( SettingsButton::result( 'success', 'status', __( 'The key is revoked. The service may accept it for five more minutes.', 'largesse' ) ) ),
			default                       => array(),
		};
		return array(
			'form_url' => "{$page}#largesse-keys",
			'create'   => self::CREATE,
			'revoke'   => self::REVOKE,
			'fields'   => array( 'name' => self::NAME, 'scope' => self::SCOPE, 'days' => self::DAYS ),
			'scopes'   => $scopes,
			'results'  => $results,
			'created'  => is_string( $this->created ) ? $this->created : '',
			'user'     => wp_get_current_user()->user_login,
			'keys'     => array_map(
				static fn ( array $key ): array => array(
					'name'    => $key['name'],
					'user'    => $key['user'],
					'scope'   => $scopes[ $key['scope'] ] ?? $key['scope'],
					'created' => self::day( $key['created'] ),
					'ends'    => self::day( $key['ends'] ),
					'used'    => self::day( $key['used'] ),
				),
				$this->keys->all()
			),
		);
	}

	/** Returns the day of a time in the site's format. @param int $time Seconds since 1970; 0 for never. */
	private static function day( int $time ): string {
		return 0 === $time ? __( 'Never', 'largesse' ) : (string) wp_date( get_option( 'date_format' ), $time );
	}
}
