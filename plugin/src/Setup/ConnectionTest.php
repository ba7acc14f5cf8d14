<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Plugin;
use Largesse\Http\PressedButton;
use Largesse\Service\Settings;

/**
 * Offers a button, and shows what the check of the connection found after it was pressed. It changes nothing of the
 * settings, so that it may be pressed again, or the page be loaded again.
 */
final class ConnectionTest {

	/** Name of the action and its button. */
	private const ACTION = 'largesse_test_connection';

	/** Field of its nonce; another one stands in the form of the settings. */
	private const NONCE = 'largesse_test_nonce';

	/** Where on the page the findings stand. */
	private const ANCHOR = 'largesse-connection-test';

	/**
	 * What was found; null if the button was not pressed.
	 *
	 * @var list<Finding>|null
	 */
	private ?array $findings = null;

	public function __construct( private readonly Settings $settings ) {}

	/** Makes the test if this request comes from its button. */
	public function run_if_requested(): void {
		if ( PressedButton::is( self::ACTION, self::NONCE ) ) {
			$check          = new ConnectionCheck( $this->settings, Plugin::file() );
			$this->findings = $check->findings();
			( new NextStep( $this->settings, Plugin::file() ) )->remember_test( $check );
		}
	}

	/**
	 * Prints the button, and the findings after it was pressed.
	 *
	 * @param string $page Address of the page that it is on.
	 */
	public function show( string $page ): void {
		printf( '<section id="%1$s" aria-labelledby="%1$s-title">', esc_attr( self::ANCHOR ) );
		printf( '<h2 id="%s-title">%s</h2>', esc_attr( self::ANCHOR ), esc_html__( 'Test the connection', 'largesse' ) );
		echo '<p>' . esc_html__( 'Tries the settings as they are saved, step by step, and changes nothing.', 'largesse' ) . '</p>';
		printf( '<form action="%s#%s" method="post">', esc_url( $page ), esc_attr( self::ANCHOR ) );
		wp_nonce_field( self::ACTION, self::NONCE, false );
		submit_button( __( 'Test the connection', 'largesse' ), 'secondary', self::ACTION );
		echo '</form>';
		if ( null !== $this->findings ) {
			printf( '<p><strong>%s</strong></p>', esc_html( self::summary( $this->findings ) ) );
			echo '<ul>';
			foreach ( $this->findings as $finding ) {
				printf( '<li class="notice notice-%s inline">%s</li>', esc_attr( self::kind( $finding ) ), wp_kses_post( self::html( $finding ) ) );
			}
			echo '</ul>';
		}
		echo '</section>';
	}

	/** Renders a finding for people to read: what it is, what it means and what to do about it. */
	public static function html( Finding $finding ): string {
		// A word, too, for those who see no colours.
		$verdict = match ( $finding->status ) {
			Finding::GOOD     => __( 'Works', 'largesse' ),
			Finding::CRITICAL => __( 'Does not work', 'largesse' ),
			default           => __( 'Could be better', 'largesse' ),
		};

		$html = sprintf( '<p><strong>%s: %s</strong></p><p>%s</p>', esc_html( $verdict ), esc_html( $finding->label ), esc_html( $finding->description ) );
		return '' === $finding->remedy ? $html : $html . sprintf( '<p>%s</p>', esc_html( $finding->remedy ) );
	}

	/** Returns the kind of notice that shows a status. */
	private static function kind( Finding $finding ): string {
		return match ( $finding->status ) {
			Finding::GOOD     => 'success',
			Finding::CRITICAL => 'error',
			default           => 'warning',
		};
	}

	/**
	 * Sums the findings up in a sentence.
	 *
	 * @param list<Finding> $findings What was found.
	 */
	private static function summary( array $findings ): string {
		return match ( Finding::worst( $findings )?->status ) {
			Finding::CRITICAL    => __( 'The connection does not work yet. See below what to do.', 'largesse' ),
			Finding::RECOMMENDED => __( 'The connection works, but something could be better.', 'largesse' ),
			default              => __( 'The connection works.', 'largesse' ),
		};
	}
}
