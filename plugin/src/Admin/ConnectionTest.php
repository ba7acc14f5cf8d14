<?php
/**
 * The test of the connection on the settings page.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Api\Checks\Finding;
use Largesse\Api\ConnectionCheck;
use Largesse\Api\Settings;

/**
 * A button, and what the check of the connection found after it was pressed. It changes nothing, so that it may be
 * pressed again, or the page be loaded anew.
 */
final class ConnectionTest {

	/** Name of the action and its button. */
	private const ACTION = 'largesse_test_connection';

	/** Field of its nonce; another one stands in the form of the settings. */
	private const NONCE = 'largesse_test_nonce';

	/** Where on the page the findings stand. */
	private const ANCHOR = 'largesse-connection-test';

	/**
	 * What was found; null where nobody asked.
	 *
	 * @var list<Finding>|null
	 */
	private ?array $findings = null;

	/**
	 * Keeps the settings, and which plugin this is.
	 *
	 * @param Settings $settings How the site reaches the API.
	 * @param string   $file     Path of the plugin's main file.
	 */
	public function __construct( private readonly Settings $settings, private readonly string $file ) {}

	/**
	 * Makes the test where the button was pressed.
	 */
	public function run_if_asked(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing -- It is checked on the next lines.
		if ( ! isset( $_POST[ self::ACTION ] ) ) {
			return;
		}
		check_admin_referer( self::ACTION, self::NONCE );
		if ( current_user_can( SettingsPage::CAPABILITY ) ) {
			$this->findings = ( new ConnectionCheck( $this->settings, $this->file ) )->findings();
		}
	}

	/**
	 * Prints button and findings.
	 */
	public function show(): void {
		printf( '<section id="%1$s" aria-labelledby="%1$s-title">', esc_attr( self::ANCHOR ) );
		printf( '<h2 id="%s-title">%s</h2>', esc_attr( self::ANCHOR ), esc_html__( 'Test the connection', 'largesse' ) );
		echo '<p>' . esc_html__( 'Tries the settings as they are saved, step by step, and changes nothing.', 'largesse' ) . '</p>';
		printf( '<form action="%s#%s" method="post">', esc_url( SettingsPage::address() ), esc_attr( self::ANCHOR ) );
		wp_nonce_field( self::ACTION, self::NONCE, false );
		submit_button( __( 'Test the connection', 'largesse' ), 'secondary', self::ACTION );
		echo '</form>';
		if ( null !== $this->findings ) {
			printf( '<p><strong>%s</strong></p>', esc_html( self::summary( $this->findings ) ) );
			FindingsList::show( $this->findings );
		}
		echo '</section>';
	}

	/**
	 * The findings in a sentence.
	 *
	 * @param list<Finding> $findings What was found.
	 */
	private static function summary( array $findings ): string {
		return match ( Finding::worst( $findings )?->status ) {
			Finding::CRITICAL    => __( 'The connection does not work yet. What is to be done is said below.', 'largesse' ),
			Finding::RECOMMENDED => __( 'The connection works, but something could be better.', 'largesse' ),
			default              => __( 'The connection works.', 'largesse' ),
		};
	}
}
