<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Routes;
use Largesse\Foundation\Http\Schema;
use Largesse\Route;
use Largesse\Foundation\Service\Settings;

/**
 * Adds a test to Tools → Site Health, which reports the next step and the findings of all checks.
 *
 * The test is asynchronous: the screen requests its result over the REST API. WordPress's weekly check runs the test in
 * the cron. Both run outside wp-admin, so the hooks of this class must not be limited to wp-admin.
 */
final class SiteHealth {

	private const TEST = 'largesse';

	private const PATH = '/site-health';

	/** @param mixed $tests Other tests, by kind. */
	public static function add_tests( mixed $tests ): mixed {
		if ( is_array( $tests ) ) {
			$tests['async'][ self::TEST ] = array(
				'label'             => __( 'Largesse', 'largesse' ),
				'test'              => rest_url( Routes::NAMESPACE . self::PATH ),
				'has_rest'          => true,
				'async_direct_test' => self::answer( ... ),
			);
		}
		return $tests;
	}

	/** Declares the route that runs the test. */
	public static function route(): Route {
		return new Route(
			'GET',
			self::PATH,
			array( self::class, 'answer' ),
			array( self::class, 'may_test' ),
			'Runs the test of Site Health.',
			answer: array(
				'test'        => Schema::text( 'Name of the test.' ),
				'label'       => Schema::text( 'Title.' ),
				'status'      => Schema::text( 'Result.', array( 'good', 'recommended', 'critical' ) ),
				'badge'       => Schema::object( 'Label and colour.' ),
				'description' => Schema::text( 'Findings, as HTML.' ),
				'actions'     => Schema::text( 'Links, as HTML.' ),
			),
			is_listed: false
		);
	}

	/** Returns true for users who may run WordPress's own tests. */
	public static function may_test(): bool {
		return current_user_can( 'view_site_health_checks' );
	}

	/** @return array<string, mixed> The result for WordPress: the title is the worst finding, the text contains all. */
	public static function answer(): array {
		$check    = new SetupCheck( new Settings() );
		$findings = array( self::next_step( $check ), ...$check->findings() );
		$worst    = CheckResult::worst( $findings ) ?? $findings[0];
		return array(
			'test'        => self::TEST,
			'label'       => $worst->label,
			'status'      => $worst->status,
			'badge'       => array(
				'label' => __( 'Largesse', 'largesse' ),
				'color' => 'blue',
			),
			'description' => implode( '', array_map( self::html( ... ), $findings ) ),
			'actions'     => Template::render(
				'setup/paragraph',
				array(
					'text' => __( 'Settings of Largesse', 'largesse' ),
					'url'  => SettingsPage::address(),
				)
			),
		);
	}

	private static function html( CheckResult $finding ): string {
		return Template::render(
			'setup/finding',
			array( 'heading' => SetupCheck::heading( $finding ) ) + compact( 'finding' )
		);
	}

	/** Returns the next step as a recommendation, even if it is critical. The other findings report critical problems. */
	private static function next_step( SetupCheck $check ): CheckResult {
		$step = $check->next_step();
		return null === $step
			? CheckResult::good(
				__( 'Everything is set up', 'largesse' ),
				__( 'Members can create registries, and guests can give.', 'largesse' )
			)
			/* translators: %s: what is to be done. */
			: CheckResult::recommended( sprintf( __( 'Next step: %s', 'largesse' ), $step->label ), $step->description, $step->remedy );
	}
}
