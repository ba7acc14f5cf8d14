<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Accounts\Registration;
use Largesse\Checks\CheckResult;
use Largesse\Checks\FeatureCheck;
use Largesse\Features;
use Largesse\Html\Template;
use Largesse\Http\Routes;
use Largesse\Http\Schema;
use Largesse\Plugin;
use Largesse\Route;
use Largesse\Service\Settings;
use WP_REST_Request;

/**
 * Adds the check of the connection to Tools → Site Health as a series of tests. Also adds the settings, except secrets,
 * to the information there.
 *
 * The tests are asynchronous: the screen requests the result of each test over the REST API. WordPress's weekly check
 * runs the tests in the cron. Both run outside wp-admin, so the hooks of this class must not be limited to wp-admin.
 */
final class SiteHealth {

	/** Name of the test that reports only the next step. */
	private const NEXT_STEP = 'next_step';

	/** Name of the test that reports who can register. */
	private const REGISTRATION = 'registration';

	/**
	 * Tests by name: NEXT_STEP, REGISTRATION, and the groups of checks in ConnectionCheck. If the value is true, Site
	 * Health offers the test only after the address of the service is set. Features declare further tests.
	 */
	public const TESTS = array(
		self::NEXT_STEP         => false,
		self::REGISTRATION      => false,
		'service'               => false,
		'gateway_key'           => true,
		'credentials'           => true,
		'clock_and_versions'    => false,
		'application_passwords' => false,
		'rest_api'              => false,
	);

	/** The route's path begins with this text. The name of the test follows. */
	private const PATH = '/site-health/';

	public function __construct( private readonly Settings $settings ) {}

	/**
	 * Adds the tests. Tests that need the service are skipped until the address of the service is set.
	 *
	 * @param mixed $tests Other tests, by kind.
	 */
	public function add_tests( mixed $tests ): mixed {
		if ( ! is_array( $tests ) ) {
			return $tests;
		}
		$is_set = '' !== $this->settings->get( Settings::BASE_URL );
		$due    = array();
		foreach ( self::TESTS as $name => $needs_service ) {
			$due += ( $is_set || ! $needs_service ? array( $name => true ) : array() ) + self::due_after( $name );
		}
		foreach ( array_keys( $due + self::due_after( '' ) ) as $name ) {
			$tests['async'][ "largesse_{$name}" ] = array(
				'label'             => self::title( $name ),
				'test'              => rest_url( Routes::NAMESPACE . self::PATH . $name ),
				'has_rest'          => true,
				'async_direct_test' => fn(): array => $this->result( $name ),
			);
		}
		return $tests;
	}

	/**
	 * Returns the tests of features that follow a test of this class, if Site Health offers them now.
	 *
	 * @param string $previous Name of the test; '' for the tests that come last.
	 * @return array<string, FeatureCheck> Tests by name.
	 */
	private static function due_after( string $previous ): array {
		return array_filter( ConnectionCheck::features_after( $previous ), static fn ( FeatureCheck $check ): bool => $check->is_due() );
	}

	/** Declares the route that runs all tests. */
	public static function route(): Route {
		$of_features = array_map( static fn ( string $module ): array => array_keys( $module::checks() ), Features::modules() );
		$tests       = array( ...array_keys( self::TESTS ), ...array_merge( ...$of_features ) );
		return new Route(
			'GET',
			self::PATH . '(?P<test>' . implode( '|', $tests ) . ')',
			array( self::class, 'answer' ),
			array( self::class, 'may_test' ),
			'Runs a test of Site Health.',
			array( 'test' => Schema::text( 'Name of the test.', $tests ) ),
			array(
				'test'        => Schema::text( 'Name of the test.' ),
				'label'       => Schema::text( 'Title.' ),
				'status'      => Schema::text( 'Result.', array( 'good', 'recommended', 'critical' ) ),
				'badge'       => Schema::object( 'Label and colour.' ),
				'description' => Schema::text( 'Findings, as HTML.' ),
				'actions'     => Schema::text( 'Links, as HTML.' ),
			),
			gets_request: true,
			is_listed: false
		);
	}

	/** Returns true for users who may run WordPress's own tests. */
	public static function may_test(): bool {
		return current_user_can( 'view_site_health_checks' );
	}

	/**
	 * Returns the result of the test that the screen requests.
	 *
	 * @return array<string, mixed>
	 */
	public function answer( WP_REST_Request $request ): array {
		return $this->result( $request['test'] );
	}

	/**
	 * Adds the settings to the information that users can copy for support.
	 *
	 * @param mixed $information Other information, by section.
	 */
	public function add_information( mixed $information ): mixed {
		if ( ! is_array( $information ) ) {
			return $information;
		}
		$fields = array(
			'version' => array(
				'label' => __( 'Version', 'largesse' ),
				'value' => get_file_data( Plugin::file(), array( 'version' => 'Version' ) )['version'],
			),
		);
		foreach ( SettingsPage::fields() as $name => $field ) {
			$fields[ $name ] = array(
				'label'   => $field->label,
				'value'   => $this->information( $name ),
				// Site Health does not copy private values. The user name is private, because it is half of the
				// credentials.
				'private' => Settings::USERNAME === $name,
			);
		}
		$information['largesse'] = array(
			'label'  => __( 'Largesse', 'largesse' ),
			'fields' => $fields,
		);
		return $information;
	}

	/**
	 * Returns the result of a test in WordPress's format. The title is the worst finding, and the text contains all
	 * findings.
	 *
	 * @return array<string, mixed>
	 */
	private function result( string $name ): array {
		$findings = match ( $name ) {
			self::NEXT_STEP    => array( $this->next_step() ),
			self::REGISTRATION => array( self::registration() ),
			default            => ( new ConnectionCheck( $this->settings ) )->findings( $name ),
		};
		if ( ! $findings && ConnectionCheck::feature( $name )?->may_find_nothing() ) {
			/* translators: %s: what was tested. */
			$findings = array( CheckResult::good( sprintf( __( 'Nothing to report: %s', 'largesse' ), self::title( $name ) ), '' ) );
		}
		$worst = CheckResult::worst( $findings );
		return array(
			'test'        => "largesse_{$name}",
			/* translators: %s: what was to be tested. */
			'label'       => $worst ? $worst->label : sprintf( __( 'Not tested yet: %s', 'largesse' ), self::title( $name ) ),
			'status'      => $worst ? $worst->status : CheckResult::RECOMMENDED,
			'badge'       => array(
				'label' => __( 'Largesse', 'largesse' ),
				'color' => 'blue',
			),
			'description' => $findings ? implode( '', array_map( ConnectionTest::html( ... ), $findings ) ) : self::paragraph( __( 'This test needs a registry service that this site can reach through its gateway.', 'largesse' ) ),
			'actions'     => self::paragraph( __( 'Settings of Largesse', 'largesse' ), SettingsPage::address() ),
		);
	}

	/** Renders a paragraph. If `$url` is not empty, the text is a link. */
	private static function paragraph( string $text, string $url = '' ): string {
		return Template::render( 'setup/paragraph', compact( 'text', 'url' ) );
	}

	/** Returns the next step as a recommendation, even if it is critical. The other tests report critical problems. */
	private function next_step(): CheckResult {
		$step = ( new NextStep( $this->settings ) )->find();
		return null === $step
			? CheckResult::good( __( 'Everything is set up', 'largesse' ), __( 'Members can create registries, and guests can give.', 'largesse' ) )
			/* translators: %s: what is to be done. */
			: CheckResult::recommended( sprintf( __( 'Next step: %s', 'largesse' ), $step->label ), $step->description, $step->remedy );
	}

	/** Returns a finding about who can register. The finding is critical if new users get too many rights. */
	private static function registration(): CheckResult {
		$refusal = Registration::reason_to_stay_closed();
		if ( Registration::is_open() ) {
			return null === $refusal
				? CheckResult::good( __( 'Visitors can open an account', 'largesse' ), Registration::describe_access() )
				: CheckResult::critical( __( 'Visitors who register get more rights than they should', 'largesse' ), Registration::describe_access(), $refusal );
		}
		// Closed registration is no problem, because many sites want no registration. If only administrators can have
		// registries, the test NEXT_STEP reports this.
		return CheckResult::good( __( 'Visitors cannot open an account', 'largesse' ), Registration::describe_access() . ' ' . __( 'If you want this, there is nothing to do. Otherwise press “Let everybody register” under Settings → Largesse.', 'largesse' ) );
	}

	/**
	 * Returns the public information about a setting.
	 *
	 * @param string $name One of the constants of Settings.
	 */
	private function information( string $name ): string {
		$source = match ( $this->settings->source( $name ) ) {
			'option'      => __( 'set on the settings page', 'largesse' ),
			'environment' => __( 'set by the environment', 'largesse' ),
			default       => __( 'not set', 'largesse' ),
		};

		$value = $this->settings->get( $name );
		if ( '' === $value || in_array( $name, Settings::SECRETS, true ) || null !== $this->settings->problem( $name ) ) {
			return $source;
		}
		/* translators: 1: value of a setting, 2: where it is set. */
		return sprintf( __( '%1$s (%2$s)', 'largesse' ), $value, $source );
	}

	/** Returns the title that Site Health shows while the test runs. */
	private static function title( string $name ): string {
		return ConnectionCheck::feature( $name )?->title() ?? match ( $name ) {
			self::NEXT_STEP         => __( 'Next step', 'largesse' ),
			self::REGISTRATION      => __( 'Registration', 'largesse' ),
			'service'               => __( 'Registry service', 'largesse' ),
			'gateway_key'           => __( 'Gateway key of the registry service', 'largesse' ),
			'credentials'           => __( 'Credentials for the registry service', 'largesse' ),
			'clock_and_versions'    => __( 'Clock and versions', 'largesse' ),
			'application_passwords' => __( 'Application passwords', 'largesse' ),
			default                 => __( 'REST API of registries', 'largesse' ),
		};
	}
}
