<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\People\Accounts\Registration;
use Largesse\Foundation\Checks\CheckResult;
use Largesse\Features;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\SettingsButton;
use Largesse\People\Mail\MailHealth;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Foundation\Service\ConnectedSite;
use Largesse\Foundation\Service\Settings;
use Largesse\Services;
use Largesse\Setting;
use Largesse\SettingsSection;

/**
 * Settings → Largesse: connection to the API, tests of the connection and of mail, and options of the pages. The page
 * works without scripts.
 */
final class SettingsPage {

	/** Name of the page in its address. */
	public const SLUG = 'largesse';

	/**
	 * Name and id of the button that checks the connection. The check changes no settings, so users can repeat it or
	 * reload the page.
	 */
	public const TEST = 'largesse_test_connection';

	private const CAPABILITY = 'manage_options';

	/** Name of the group of options that options.php saves. */
	private const GROUP = 'largesse';

	/** Name of the part “Advanced”, which is collapsed until the user opens it. */
	private const ADVANCED = 'largesse-advanced';

	private const CONNECTION = 'largesse_connection';

	/** Suggested currencies; users may type any other code. */
	private const CURRENCIES = array(
		'AUD',
		'CAD',
		'CHF',
		'CZK',
		'DKK',
		'EUR',
		'GBP',
		'INR',
		'JPY',
		'NOK',
		'NZD',
		'PLN',
		'SEK',
		'USD',
	);

	/** @var list<CheckResult> Findings of the connection test; empty if the button was not pressed. */
	private array $findings = array();

	public function __construct(
		private readonly Settings $settings,
		private readonly MailHealth $mail_health,
		private readonly Registration $registration,
		private readonly SettingsFields $fields,
		private readonly ApiKeysSection $keys,
		private readonly CopyAnswer $copy
	) {}

	/** Returns the address of this page. */
	public static function address(): string {
		return admin_url( 'options-general.php?page=' . self::SLUG );
	}

	/** @return list<SettingsSection> The currency, and the sections that features declare. */
	private static function sections(): array {
		$currency = new Setting(
			Price::CURRENCY,
			__( 'Currency', 'largesse' ),
			__( 'The code of the currency of prices that name no other, for example EUR. If the field is empty, they are shown without a currency.', 'largesse' ),
			suggestions: self::CURRENCIES
		);
		return array( new SettingsSection( SettingsSection::PAGES, array( $currency ) ), ...Features::settings() );
	}

	/** Adds the page to the menu. */
	public static function add_page(): void {
		$hook = add_options_page(
			__( 'Largesse', 'largesse' ),
			__( 'Largesse', 'largesse' ),
			self::CAPABILITY,
			self::SLUG,
			static fn () => Services::get( self::class )->show()
		);
		if ( false !== $hook ) {
			add_action( "load-{$hook}", static fn () => Services::get( self::class )->load() );
		}
	}

	/** Registers the settings with WordPress. */
	public function register_settings(): void {
		$callbacks = array( Features::OPTION => self::accept_switches( ... ) );
		foreach ( self::sections() as $section ) {
			foreach ( $section->settings as $field ) {
				$callbacks[ $field->option ] = static fn( mixed $input ): string => SettingsFields::accept( $field, $input );
			}
		}
		foreach ( Settings::ALL as $name ) {
			$callbacks[ $name ] = fn( mixed $input ): string|array => $this->fields->accept_connection( $name, $input );
		}
		foreach ( $callbacks as $name => $callback ) {
			register_setting( self::GROUP, $name, array( 'sanitize_callback' => $callback ) );
		}
	}

	/** Adds a link to the list of plugins. @param mixed $links Links of this plugin. */
	public static function add_link( mixed $links ): mixed {
		if ( is_array( $links ) && current_user_can( self::CAPABILITY ) ) {
			$link = array(
				'url'   => self::address(),
				'label' => '',
				'text'  => __( 'Settings', 'largesse' ),
			);
			array_unshift( $links, Template::render( 'screens/link', $link ) );
		}
		return $links;
	}

	/** Prepares the page. Runs only on this page, because the fields need database queries. */
	public function load(): void {
		// Only pages with items need these options. WordPress shows this page after it has saved new ones.
		wp_set_options_autoload( Settings::ALL, false );
		self::add_section( self::CONNECTION, __( 'Connection to the registry service', 'largesse' ), __( 'The registry service stores the items of all registries. This site fetches them with its own account.', 'largesse' ) );
		foreach ( SettingsFields::connection() as $name => $texts ) {
			add_settings_field(
				$name,
				esc_html( $texts['label'] ),
				fn() => $this->fields->show_connection( $name ),
				self::SLUG,
				self::CONNECTION,
				$this->fields->has_input( $name ) ? array( 'label_for' => $name ) : array()
			);
		}
		add_settings_section(
			SettingsSection::PAGES,
			__( 'Pages of the site', 'largesse' ),
			'__return_empty_string',
			self::SLUG
		);
		foreach ( self::sections() as $section ) {
			$part = $section->is_rare ? self::ADVANCED : self::SLUG;
			if ( SettingsSection::PAGES !== $section->id ) {
				self::add_section( $section->id, $section->title, $section->introduction, $part );
			}
			foreach ( $section->settings as $field ) {
				add_settings_field(
					$field->option,
					esc_html( $field->label ),
					static fn() => SettingsFields::show( $field ),
					$part,
					$section->id,
					'' === $field->box ? array( 'label_for' => $field->option ) : array()
				);
			}
		}
		self::add_section( Features::OPTION, __( 'Features', 'largesse' ), __( 'A feature that is off appears nowhere on the site. Its data stays, and is there again when you switch the feature on.', 'largesse' ) );
		self::add_switches();
		$this->copy->run_if_requested();
		if ( SettingsButton::is_pressed( self::TEST ) ) {
			ConnectedSite::confirm_first();
			$check          = new SetupCheck( $this->settings );
			$this->findings = $check->findings();
			$check->store_test();
		}
		if ( $this->mail_health->test_if_requested() ) {
			SetupCheck::store_sent_mail();
		}
		$this->keys->run_if_requested();
		if ( $this->registration->run_if_requested() ) {
			// The service needs stricter rules for items if everybody can register.
			( new SetupCheck( $this->settings ) )->store_test();
		}
	}

	/** Adds the switches to the section "Features". */
	private static function add_switches(): void {
		$switches = Features::switches();
		$modules  = Features::switched();
		foreach ( $modules as $key => $module ) {
			$texts  = $module::texts();
			$needed = $modules[ $module::NEEDS ] ?? null;
			$data   = array(
				'name'       => Features::OPTION . "[{$key}]",
				'label'      => $texts['about'],
				'is_checked' => $switches[ $key ],
				'about'      => match ( true ) {
					/* translators: %s: name of another feature. */
					null !== $needed => sprintf( __( 'Needs the feature “%s”.', 'largesse' ), $needed::texts()['name'] ),
					Features::is_on( $key ) === $switches[ $key ] => '',
					$switches[ $key ] => __( 'Another plugin switches this feature off.', 'largesse' ),
					default => __( 'Another plugin switches this feature on.', 'largesse' ),
				},
			);
			add_settings_field(
				$key,
				esc_html( $texts['name'] ),
				static fn () => Template::print( 'setup/checkbox', $data ),
				self::SLUG,
				Features::OPTION
			);
		}
	}

	/**
	 * Returns the positions of switches to store. A form without the switches changes nothing.
	 *
	 * @param mixed $input Values from the form by the keys of features, "1" for on; or the positions to store.
	 * @return array<string, bool>
	 */
	private static function accept_switches( mixed $input ): array {
		$switches = Features::switches();
		foreach ( is_array( $input ) ? array_intersect_key( $input, $switches ) : array() as $key => $value ) {
			$switches[ $key ] = true === $value || '1' === $value;
		}
		return $switches;
	}

	/** Adds a section to a part of the page. */
	private static function add_section(
		string $id,
		string $title,
		string $introduction,
		string $page = self::SLUG
	): void {
		$data = array(
			'text' => $introduction,
			'url'  => '',
		);
		add_settings_section( $id, $title, static fn() => Template::print( 'setup/paragraph', $data ), $page );
	}

	public function show(): void {
		$check = new SetupCheck( $this->settings );
		$step  = $check->cached_next_step();
		$rare  = array_merge(
			...array_map( array_keys( ... ), array_values( $GLOBALS['wp_settings_fields'][ self::ADVANCED ] ) )
		);
		Template::print(
			'setup/settings',
			array(
				'step'         => $step,
				'step_url'     => $step ? $check->step_url( $step ) : '',
				'start_url'    => StartPage::address(),
				'has_registry' => array_sum( (array) wp_count_posts( RegistryPostType::NAME ) ) > 0,
				'group'        => self::GROUP,
				'page'         => self::SLUG,
				'advanced'     => self::ADVANCED,
				'has_error'    => array() !== array_filter( $rare, get_settings_errors( ... ) ),
				'buttons'      => array(
					...$this->copy->buttons( self::address() ),
					$this->test_button(),
					$this->mail_health->button( self::address() ),
					$this->registration->data( self::address() ),
				),
				'keys'         => $this->keys->data( self::address() ),
			)
		);
	}

	/** @return array<string, mixed> Data of the template `http/settings-button` for the connection test. */
	private function test_button(): array {
		return SettingsButton::data( self::TEST, 'largesse-connection-test', self::address() ) + array(
			'title'   => __( 'Test the connection', 'largesse' ),
			'text'    => __( 'Tests the saved settings step by step, and changes nothing.', 'largesse' ),
			'label'   => __( 'Test the connection', 'largesse' ),
			'url'     => '',
			'results' => $this->results(),
		);
	}

	/** @return list<array<string, mixed>> A sentence about the whole connection, and the findings. */
	private function results(): array {
		$worst = CheckResult::worst( $this->findings );
		if ( null === $worst ) {
			return array();
		}
		$kinds   = array(
			CheckResult::GOOD        => 'success',
			CheckResult::RECOMMENDED => 'warning',
			CheckResult::CRITICAL    => 'error',
		);
		$summary = match ( $worst->status ) {
			CheckResult::CRITICAL    => __( 'The connection does not work yet. See below for what to do.', 'largesse' ),
			CheckResult::RECOMMENDED => __( 'The connection works, but something could be better.', 'largesse' ),
			default                  => __( 'The connection works.', 'largesse' ),
		};
		$results = array( SettingsButton::result( $kinds[ $worst->status ], 'status', $summary ) );
		foreach ( $this->findings as $finding ) {
			$results[] = SettingsButton::result(
				$kinds[ $finding->status ],
				'',
				SetupCheck::heading( $finding ),
				$finding->description,
				$finding->remedy
			);
		}
		return $results;
	}
}
