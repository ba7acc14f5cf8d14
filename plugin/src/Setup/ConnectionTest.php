<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Checks\CheckResult;
use Largesse\Http\SettingsButton;
use Largesse\Service\Settings;

/**
 * Button that checks the connection, with the findings after a user has pressed it. The check changes no settings, so
 * users can repeat it or reload the page.
 */
final class ConnectionTest {

	/** Name and id of the button. */
	public const ACTION = 'largesse_test_connection';

	/** @var list<CheckResult> Findings; empty if the button was not pressed. */
	private array $findings = array();

	public function __construct( private readonly Settings $settings ) {}

	/** Runs the check if the button was pressed. */
	public function run_if_requested(): void {
		if ( SettingsButton::is_pressed( self::ACTION ) ) {
			$check          = new ConnectionCheck( $this->settings );
			$this->findings = $check->findings();
			( new NextStep( $this->settings ) )->store_test( $check );
		}
	}

	/** @return array<string, mixed> Data of the template `http/settings-button` on a page. */
	public function data( string $page ): array {
		return SettingsButton::data( self::ACTION, 'largesse-connection-test', $page ) + array(
			'title'   => __( 'Test the connection', 'largesse' ),
			'text'    => __( 'Tests the saved settings step by step, and changes nothing.', 'largesse' ),
			'label'   => __( 'Test the connection', 'largesse' ),
			'url'     => '',
			'results' => $this->results(),
		);
	}

	/** Returns a finding in words: whether the checked part works, and what was found. */
	public static function heading( CheckResult $finding ): string {
		// The word is for people who cannot distinguish the colours.
		$verdict = match ( $finding->status ) {
			CheckResult::GOOD     => __( 'Works', 'largesse' ),
			CheckResult::CRITICAL => __( 'Does not work', 'largesse' ),
			default               => __( 'Needs improvement', 'largesse' ),
		};
		return "{$verdict}: {$finding->label}";
	}

	/** @return list<array<string, mixed>> A sentence about the whole connection, and the findings. */
	private function results(): array {
		$worst = CheckResult::worst( $this->findings );
		if ( null === $worst ) {
			return array();
		}
		$kind    = static fn ( CheckResult $finding ): string => match ( $finding->status ) {
			CheckResult::GOOD     => 'success',
			CheckResult::CRITICAL => 'error',
			default               => 'warning',
		};
		$summary = match ( $worst->status ) {
			CheckResult::CRITICAL    => __( 'The connection does not work yet. See below for what to do.', 'largesse' ),
			CheckResult::RECOMMENDED => __( 'The connection works, but something could be better.', 'largesse' ),
			default                  => __( 'The connection works.', 'largesse' ),
		};
		$results = array( SettingsButton::result( $kind( $worst ), 'status', $summary ) );
		foreach ( $this->findings as $finding ) {
			$results[] = SettingsButton::result( $kind( $finding ), '', self::heading( $finding ), $finding->description, $finding->remedy );
		}
		return $results;
	}
}
