<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Closure;
use Largesse\People\Accounts\Registration;
use Largesse\Foundation\Checks\CheckResult;
use Largesse\Features;
use Largesse\Registries\Links\OwnerPage;
use Largesse\People\Mail\MailHealth;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Settings;
use Largesse\Services;

/**
 * Checks whether this site can reach the service, and whether mail works. Finds the administrator's next step on the
 * way from a fresh WordPress to the first gift: the first step that is not done yet. The class prints nothing, because
 * the settings page, Site Health and the command line show its findings. Each check runs only once; to repeat a check,
 * create a new object.
 */
final class SetupCheck {

	/** Option with the finding of the last test, a hash of the tested settings, and whether a mail was sent. */
	public const OPTION = 'largesse_setup';

	/** Ids of the checks that belong to the steps, in order. */
	private const SITE    = array( 'copy', 'application_passwords', 'rest_api', 'address' );
	private const SERVICE = array(
		'service',
		'gateway_key',
		'credentials',
		'admin',
		'items_access',
		'authorization_header',
	);
	private const RUNNING = array( 'registration', 'mail', 'cron' );

	/**
	 * Ids of checks whose recommendations never become the next step; their critical findings do. A site may ignore
	 * these recommendations, for example if it runs on the same machine as the service.
	 */
	private const ADVISE = array( 'address', 'gateway_key', 'authorization_header' );

	/**
	 * All checks, by the id of their finding. Their order is the order in which problems should be fixed. Each check
	 * contains the id of the required check ('' for none), and its function.
	 *
	 * @var array<string, array{0: string, 1: Closure(): ?CheckResult}>
	 */
	private readonly array $checks;

	private readonly CredentialsCheck $account;

	/** @var array<string, CheckResult|null> Findings so far, by id; null if a check has no result. */
	private array $findings = array();

	public function __construct( private readonly Settings $settings ) {
		$this->account = new CredentialsCheck( $settings, new Client( $settings, is_signed: false ) );

		$service = new ServiceCheck( $settings );
		$site    = new SiteCheck();
		$checks  = array(
			'copy'                  => array( '', CopyAnswer::check( ... ) ),
			'address'               => array( '', $service->address( ... ) ),
			'service'               => array( 'address', $service->service( ... ) ),
			'gateway_key'           => array( 'service', $service->gateway_key( ... ) ),
			'credentials'           => array( 'gateway_key', $this->account->credentials( ... ) ),
			'admin'                 => array( 'credentials', $this->account->admin( ... ) ),
			'items_access'          => array( 'admin', $this->account->items_access( ... ) ),
			'clock'                 => array( 'service', $service->clock( ... ) ),
			'api_version'           => array( 'service', $service->api_version( ... ) ),
			'application_passwords' => array( '', $site->application_passwords( ... ) ),
			'rest_api'              => array( '', $site->rest_api( ... ) ),
			'authorization_header'  => array( '', $site->authorization_header( ... ) ),
			'registration'          => array( '', $site->registration( ... ) ),
		);
		foreach ( Features::checks() as $id => list( $class_name, $method, $needed ) ) {
			$checks[ $id ] = array( $needed, Services::callback( $class_name, $method ) );
		}
		$this->checks = $checks;
	}

	/** @return list<CheckResult> Findings of all checks, except checks that depend on a failed check. */
	public function findings(): array {
		return array_values( array_filter( array_map( $this->finding( ... ), array_keys( $this->checks ) ) ) );
	}

	/** Returns the finding of a check. Returns null if there is nothing to report, or if a required check failed. */
	public function finding( string $id ): ?CheckResult {
		if ( ! array_key_exists( $id, $this->findings ) ) {
			list( $needed, $check ) = $this->checks[ $id ];

			$base                  = '' === $needed ? null : $this->finding( $needed );
			$can_be_done           = '' === $needed || ( $base && CheckResult::CRITICAL !== $base->status );
			$this->findings[ $id ] = $can_be_done ? $check()?->with_id( $id ) : null;
		}
		return $this->findings[ $id ];
	}

	/**
	 * Returns the critical findings that keep this site from using the service. Other critical findings, such as an old
	 * backup, do not stop a site.
	 *
	 * @return list<CheckResult>
	 */
	public function obstacles(): array {
		// Whether a site is a copy, only an administrator can say, on the running site.
		$ids = array_diff( array( ...self::SITE, ...self::SERVICE ), array( 'copy' ) );
		return array_values(
			array_filter(
				array_map( $this->finding( ... ), $ids ),
				static fn ( ?CheckResult $finding ): bool => CheckResult::CRITICAL === $finding?->status
			)
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

	/** Returns the next step; null if everything is set up. Runs checks that call the service. */
	public function next_step(): ?CheckResult {
		return $this->before_service() ?? $this->first( self::SERVICE ) ?? $this->after_service();
	}

	/**
	 * Returns the next step like `next_step()`, but does not call the service, so that the page is fast. Uses the result
	 * of the last connection test. If these settings were never tested, the test itself is the next step.
	 */
	public function cached_next_step(): ?CheckResult {
		$step = $this->before_service();
		if ( null !== $step ) {
			return $step;
		}
		$tested = self::stored_results()['tested'] ?? null;
		$found  = $tested['step'] ?? null;
		// Earlier versions of the plugin stored a step as a list.
		$is_readable = null === $found || isset( $found['label'] );
		if ( ! is_array( $tested ) || ! $is_readable || ( $tested['settings'] ?? null ) !== $this->fingerprint() ) {
			return CheckResult::recommended(
				__( 'Test the connection', 'largesse' ),
				__( 'These settings have not been tested yet.', 'largesse' ),
				__( 'Press “Test the connection” below.', 'largesse' )
			)->with_id( 'test' );
		}
		if ( ! is_array( $found ) ) {
			return $this->after_service();
		}
		return CheckResult::critical( $found['label'], $found['description'], $found['remedy'] )->with_id( $found['id'] );
	}

	/** Returns the address in wp-admin at which the user can complete a step. */
	public function step_url( CheckResult $step ): string {
		$is_nameless = '' === $this->settings->get( Settings::USERNAME );
		return match ( $step->id ) {
			'copy'               => SettingsPage::address() . '#' . CopyAnswer::SECTION,
			'rest_api'           => admin_url( 'options-permalink.php' ),
			'address', 'service' => $this->field( Settings::BASE_URL ),
			'gateway_key'        => $this->field( Settings::GATEWAY_KEY ),
			'signature'          => $this->field( Settings::SITE_KEY ),
			'credentials'        => $this->field( $is_nameless ? Settings::USERNAME : Settings::APP_PASSWORD ),
			'admin'              => $this->field( Settings::USERNAME ),
			'test', 'items_access', 'authorization_header' => SettingsPage::address() . '#' . SettingsPage::TEST,
			'owner_page'         => admin_url( 'edit.php?post_type=page' ),
			'members'            => is_multisite()
				? admin_url( 'user-new.php' )
				: SettingsPage::address() . '#' . Registration::ACTION,
			'registration'       => admin_url( 'options-general.php' ),
			'mail'               => SettingsPage::address() . '#' . MailHealth::TEST,
			default              => admin_url( 'site-health.php' ),
		};
	}

	/** Returns the address of a setting's field, or of its note if the setting has no input. */
	private function field( string $name ): string {
		return SettingsPage::address() . "#{$name}" . (
			( new SettingsFields( $this->settings ) )->has_input( $name ) ? '' : '_about'
		);
	}

	/** Stores the result of a connection test. */
	public function store_test(): void {
		$step   = $this->first( self::SERVICE );
		$tested = array(
			'settings' => $this->fingerprint(),
			'step'     => $step ? get_object_vars( $step ) : null,
		);
		self::store_result( 'tested', $tested );
	}

	/** Stores that the site has sent a mail. */
	public static function store_sent_mail(): void {
		self::store_result( 'mail', true );
	}

	/** Returns the first step that the site must complete before it can call the service. */
	private function before_service(): ?CheckResult {
		return $this->first( self::SITE ) ?? $this->account->unusable()?->with_id( 'credentials' );
	}

	private function after_service(): ?CheckResult {
		return self::owner_page() ?? self::members() ?? $this->first( self::RUNNING ) ?? self::mail();
	}

	/** Returns the first finding that is not good; null for none. Ignores recommendations of the checks in ADVISE. */
	private function first( array $ids ): ?CheckResult {
		foreach ( $ids as $id ) {
			$finding = $this->finding( $id );
			$is_good = null === $finding || CheckResult::GOOD === $finding->status;
			if ( ! $is_good && ( CheckResult::CRITICAL === $finding->status || ! in_array( $id, self::ADVISE, true ) ) ) {
				return $finding;
			}
		}
		return null;
	}

	private static function owner_page(): ?CheckResult {
		return OwnerPage::exists() ? null : CheckResult::critical(
			__( 'The page My registries is missing', 'largesse' ),
			__( 'Without it, nobody can create a registry on this site.', 'largesse' ),
			__( 'Publish it again, or add the block “My registries” to another page.', 'largesse' )
		)->with_id( 'owner_page' );
	}

	private static function members(): ?CheckResult {
		$others = get_users(
			array(
				'role__not_in' => array( 'administrator' ),
				'number'       => 1,
				'fields'       => 'ID',
			)
		);
		return Registration::is_open() || $others ? null : CheckResult::recommended(
			__( 'Only administrators can have registries yet', 'largesse' ),
			__( 'People cannot register on this site, and you have not added any members.', 'largesse' ),
			is_multisite()
				? __( 'Add the first member under Users → Add New, or ask the network’s administrator to allow registration.', 'largesse' )
				: __( 'Add the first member under Users → Add New, or press “Let everybody register” under Settings → Largesse.', 'largesse' )
		)->with_id( 'members' );
	}

	/** Returns a finding if the site has not recorded that it has sent a mail. */
	private static function mail(): ?CheckResult {
		return empty( self::stored_results()['mail'] ) ? CheckResult::recommended(
			__( 'Send a test mail', 'largesse' ),
			__( 'Guests get the links to their gifts by mail. We do not know yet whether this site can send mail.', 'largesse' ),
			__( 'Press “Send a test mail” under Settings → Largesse.', 'largesse' )
		)->with_id( 'mail' ) : null;
	}

	/** @return array<mixed> */
	private static function stored_results(): array {
		return (array) get_option( self::OPTION, array() );
	}

	private static function store_result( string $what, mixed $value ): void {
		update_option( self::OPTION, array( $what => $value ) + self::stored_results(), false );
	}

	/** Returns a hash of everything that affects a test: settings, and whether registration is open. */
	private function fingerprint(): string {
		$values = array_map( $this->settings->get( ... ), Settings::ALL );
		return wp_hash( implode( "\n", array( ...$values, (string) Registration::is_open() ) ) );
	}
}
