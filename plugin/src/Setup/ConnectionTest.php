<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Checks\CheckResult;
use Largesse\Html\Template;
use Largesse\Http\SettingsButton;
use Largesse\Service\Settings;

/**
 * Shows a button that checks the connection. After a user has pressed the button, also shows the findings. The check
 * changes no settings, so users can repeat it or reload the page.
 */
final class ConnectionTest {

	/** Name and id of the button. */
	public const ACTION = 'largesse_test_connection';

	/** @var list<CheckResult>|null Findings; null if the button was not pressed. */
	private ?array $findings = null;

	public function __construct( private readonly Settings $settings ) {}

	/** Runs the check if the button was pressed. */
	public function run_if_requested(): void {
		if ( SettingsButton::is_pressed( self::ACTION ) ) {
			$check          = new ConnectionCheck( $this->settings );
			$this->findings = $check->findings();
			( new NextStep( $this->settings ) )->store_test( $check );
		}
	}

	/**
	 * Returns the data of the template `setup/connection-test`.
	 *
	 * @param string $page Address of the current page.
	 * @return array<string, mixed>
	 */
	public function data( string $page ): array {
		$findings = array_map(
			static fn ( CheckResult $finding ) => array(
				'kind' => self::kind( $finding ),
				'html' => self::html( $finding ),
			),
			$this->findings ?? array()
		);
		return SettingsButton::data( self::ACTION, 'largesse-connection-test', $page ) + array(
			'summary'  => null === $this->findings ? '' : self::summary( $this->findings ),
			'findings' => $findings,
		);
	}

	/** Renders a finding for users: result, explanation and remedy. */
	public static function html( CheckResult $finding ): string {
		// The word is for people who cannot distinguish the colours.
		$verdict = match ( $finding->status ) {
			CheckResult::GOOD     => __( 'Works', 'largesse' ),
			CheckResult::CRITICAL => __( 'Does not work', 'largesse' ),
			default           => __( 'Needs improvement', 'largesse' ),
		};
		return Template::render(
			'setup/finding',
			array(
				'verdict' => $verdict,
				'finding' => $finding,
			)
		);
	}

	/** Returns the type of WordPress's notice for a finding. */
	private static function kind( CheckResult $finding ): string {
		return match ( $finding->status ) {
			CheckResult::GOOD     => 'success',
			CheckResult::CRITICAL => 'error',
			default           => 'warning',
		};
	}

	/** @param list<CheckResult> $findings The findings. */
	private static function summary( array $findings ): string {
		return match ( CheckResult::worst( $findings )?->status ) {
			CheckResult::CRITICAL    => __( 'The connection does not work yet. See below for what to do.', 'largesse' ),
			CheckResult::RECOMMENDED => __( 'The connection works, but something could be better.', 'largesse' ),
			default              => __( 'The connection works.', 'largesse' ),
		};
	}
}
