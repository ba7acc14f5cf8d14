<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Plugin;
use Closure;
use Largesse\Accounts\RegistrationSwitch;
use Largesse\Format\Price;
use Largesse\Hooks;
use Largesse\Links\OwnerPage;
use Largesse\Privacy\PrivacyHints;
use Largesse\Service\Settings;
use Largesse\Service\SettingsRules;
use Largesse\Setting;
use Largesse\SettingsSection;

/**
 * Settings → Largesse: connection to the API, tests of the connection and of mail, and options of the pages. It works
 * without scripts. Secrets are never printed, not even into their own field; values from the environment are read-only.
 */
final class SettingsPage {

	/** Name of the page in its address. */
	public const SLUG = 'largesse';

	/** Capability that the page requires. */
	public const CAPABILITY = 'manage_options';

	/** Group of the options, which options.php saves. */
	private const GROUP = 'largesse';

	/** Section of the connection. */
	private const CONNECTION = 'largesse_connection';

	/** Suggested currencies; users may type any other code. */
	private const CURRENCIES = array( 'AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'INR', 'JPY', 'NOK', 'NZD', 'PLN', 'SEK', 'USD' );

	/**
	 * Refused values, by setting; loaded and deleted before the page is shown.
	 *
	 * @var array<string, string>
	 */
	private array $refused = array();

	private readonly ConnectionTest $test;

	private readonly MailTest $mail_test;

	private readonly RegistrationSwitch $registration;

	private readonly GivingFields $giving;

	public function __construct( private readonly Settings $settings ) {
		$this->test      = new ConnectionTest( $settings );
		$this->mail_test = new MailTest();
		$this->giving    = new GivingFields();

		$this->registration = new RegistrationSwitch();
	}

	/** Returns the address of the page. */
	public static function address(): string {
		return admin_url( 'options-general.php?page=' . self::SLUG );
	}

	/**
	 * Returns the fields of all settings that the environment can set, too: fields of the connection and of features.
	 *
	 * @return array<string, Setting> By name of the setting.
	 */
	public static function fields(): array {
		$fields = array( ...self::connection() );
		foreach ( self::sections() as $section ) {
			$fields = array( ...$fields, ...array_filter( $section->settings, static fn ( Setting $field ): bool => '' === $field->box ) );
		}
		return array_column( $fields, null, 'option' );
	}

	/**
	 * Returns the fields that features declare.
	 *
	 * @return list<SettingsSection>
	 */
	private static function sections(): array {
		return array_merge( ...array_map( static fn ( string $module ): array => $module::settings(), Hooks::declared( 'settings' ) ) );
	}

	/**
	 * Returns the fields of the connection.
	 *
	 * @return list<Setting>
	 */
	private static function connection(): array {
		return array(
			new Setting(
				Settings::BASE_URL,
				__( 'Service address', 'largesse' ),
				__( 'Where this site finds the service, for example https://api.example.com', 'largesse' )
			),
			new Setting(
				Settings::GATEWAY_KEY,
				__( 'Gateway key', 'largesse' ),
				__( 'Sent along with every request. Leave it empty if the service asks for none.', 'largesse' ),
				removal: __( 'Remove the stored gateway key', 'largesse' )
			),
			new Setting(
				Settings::USERNAME,
				__( 'User name', 'largesse' ),
				__( 'An administrator of this site, in whose name the site speaks to the service.', 'largesse' )
			),
			new Setting(
				Settings::APP_PASSWORD,
				__( 'Application password', 'largesse' ),
				__( 'One of that user\'s application passwords; they are made on the profile page. Not the password for logging in to WordPress.', 'largesse' ),
				removal: __( 'Remove the stored application password', 'largesse' )
			),
			new Setting(
				Settings::CACHE_SECONDS,
				__( 'Seconds to remember items', 'largesse' ),
				sprintf(
					/* translators: 1: the most seconds that can be set, 2: the seconds that hold while nothing is set. */
					__( 'From 0 (always ask the service) to %1$d; %2$d while the field is empty. Changes made on this site show at once.', 'largesse' ),
					Settings::MAX_CACHE_SECONDS,
					Settings::DEFAULT_CACHE_SECONDS
				)
			),
		);
	}

	/** Adds the page to the menu. */
	public function add_page(): void {
		$hook = add_options_page( __( 'Largesse', 'largesse' ), __( 'Largesse', 'largesse' ), self::CAPABILITY, self::SLUG, array( $this, 'show' ) );
		if ( false !== $hook ) {
			add_action( "load-{$hook}", array( $this, 'load' ) );
		}
	}

	/** Registers the settings with WordPress. */
	public function register_settings(): void {
		$callbacks = array( Price::CURRENCY => array( $this, 'accept_currency' ) );
		foreach ( self::sections() as $section ) {
			foreach ( $section->settings as $field ) {
				$callbacks[ $field->option ] = self::accept_box( $field->option );
			}
		}
		foreach ( array_keys( self::fields() ) as $name ) {
			$callbacks[ $name ] = fn( mixed $input ): string|array => $this->accept( $name, $input );
		}
		foreach ( $callbacks as $name => $callback ) {
			register_setting(
				self::GROUP,
				$name,
				array(
					'type'              => in_array( $name, Settings::SECRETS, true ) ? 'array' : 'string',
					'sanitize_callback' => $callback,
				)
			);
		}
		$this->giving->register_settings( self::GROUP );
	}

	/**
	 * Disables autoloading of a new option, because only pages with items need it.
	 *
	 * @param mixed $name Name of the option.
	 */
	public function load_on_demand( mixed $name ): void {
		wp_set_option_autoload( (string) $name, false );
	}

	/**
	 * Adds a link to the list of plugins.
	 *
	 * @param mixed $links Links of this plugin.
	 */
	public function add_link( mixed $links ): mixed {
		if ( is_array( $links ) && current_user_can( self::CAPABILITY ) ) {
			array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( self::address() ), esc_html__( 'Settings', 'largesse' ) ) );
		}
		return $links;
	}

	/** Prepares the page before it is printed. On other pages, the fields would cost queries. */
	public function load(): void {
		$this->refused = RefusedInput::take();
		add_settings_section( self::CONNECTION, __( 'Connection to the registry service', 'largesse' ), array( $this, 'show_introduction' ), self::SLUG );
		$this->add_fields( self::CONNECTION, self::connection() );
		add_settings_section( SettingsSection::PAGES, __( 'Pages of the site', 'largesse' ), '__return_empty_string', self::SLUG );
		add_settings_field( Price::CURRENCY, esc_html__( 'Currency', 'largesse' ), array( $this, 'show_currency' ), self::SLUG, SettingsSection::PAGES, array( 'label_for' => Price::CURRENCY ) );
		$sections = self::sections();
		foreach ( $sections as $section ) {
			$this->add_fields( $section->id, $section->settings );
		}
		$this->giving->add_to( self::SLUG, $this->refused );
		foreach ( $sections as $section ) {
			if ( SettingsSection::PAGES !== $section->id ) {
				add_settings_section( $section->id, $section->title, static fn() => printf( '<p>%s</p>', esc_html( $section->introduction ) ), self::SLUG );
			}
		}
		$this->test->run_if_requested();
		$this->mail_test->run_if_requested();
		$this->registration->run_if_requested();
	}

	/**
	 * Adds fields to a section.
	 *
	 * @param string        $section Id of the section.
	 * @param list<Setting> $fields  The fields.
	 */
	private function add_fields( string $section, array $fields ): void {
		foreach ( $fields as $field ) {
			$name      = $field->option;
			$is_secret = in_array( $name, Settings::SECRETS, true );
			$show      = match ( true ) {
				'' !== $field->box => static fn() => self::show_box( $field ),
				$is_secret         => fn() => $this->show_secret( $name ),
				default            => fn() => $this->show_text( $name ),
			};
			$has_label = '' === $field->box && ! ( $is_secret && $this->is_fixed( $name ) );
			add_settings_field( $name, esc_html( $field->label ), $show, self::SLUG, $section, $has_label ? array( 'label_for' => $name ) : array() );
		}
	}

	/** Prints the page. */
	public function show(): void {
		echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
		$this->show_next_step();
		echo '<form action="options.php" method="post">';
		settings_fields( self::GROUP );
		do_settings_sections( self::SLUG );
		submit_button();
		echo '</form>';
		$this->test->show( self::address() );
		$this->mail_test->show( self::address() );
		$this->registration->show( self::address() );
		PrivacyHints::show_summary();
		echo '</div>';
	}

	/** Prints the next step, or that everything is set up. */
	private function show_next_step(): void {
		$step = ( new NextStep( $this->settings, Plugin::file() ) )->without_asking();
		if ( null === $step ) {
			$text = sprintf( '<strong>%s</strong> <a href="%s">%s</a>', esc_html__( 'Everything is set up.', 'largesse' ), esc_url( OwnerPage::url() ), esc_html__( 'Make the first registry', 'largesse' ) );
		} else {
			/* translators: %s: what is to be done. */
			$label = sprintf( __( 'Next step: %s', 'largesse' ), $step->label );
			$text  = sprintf( '<strong>%s</strong><br>%s %s', esc_html( $label ), esc_html( $step->description ), esc_html( $step->remedy ) );
		}
		printf( '<div id="largesse-next-step" class="notice notice-%s inline"><p>%s</p></div>', null === $step ? 'success' : 'info', wp_kses_post( $text ) );
	}

	/** Prints the introduction above the connection's fields. */
	public function show_introduction(): void {
		echo '<p>' . esc_html__( 'The registry service keeps the items of all registries. This site asks it for them with an account of its own.', 'largesse' ) . '</p>';
	}

	/** Prints the currency field; the service stores only numbers. */
	public function show_currency(): void {
		printf(
			'<input type="text" id="%1$s" name="%1$s" value="%2$s" list="%1$s_codes" aria-describedby="%1$s_about" size="7" maxlength="3" autocapitalize="characters" spellcheck="false" autocomplete="off"%3$s>',
			esc_attr( Price::CURRENCY ),
			esc_attr( (string) get_option( Price::CURRENCY, '' ) ),
			FieldNotes::invalid( Price::CURRENCY ) // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- HTML.
		);
		printf( '<datalist id="%s_codes">', esc_attr( Price::CURRENCY ) );
		foreach ( self::CURRENCIES as $code ) {
			printf( '<option value="%s">', esc_attr( $code ) );
		}
		echo '</datalist>';
		FieldNotes::show_about( Price::CURRENCY, __( 'The code of the currency that prices are in, for example EUR. While the field is empty, prices are shown as bare numbers.', 'largesse' ) );
	}

	/** Prints a checkbox. */
	private static function show_box( Setting $field ): void {
		printf(
			'<input type="hidden" name="%1$s" value=""><label><input type="checkbox" id="%1$s" name="%1$s" value="1"%2$s aria-describedby="%1$s_about"> %3$s</label>',
			esc_attr( $field->option ),
			checked( '1', get_option( $field->option, '' ), false ),
			esc_html( $field->box )
		);
		FieldNotes::show_about( $field->option, $field->about );
	}

	/**
	 * Returns the value to store for a currency. An invalid code changes nothing and causes an error message.
	 *
	 * @param mixed $input Value from the form; null if it is missing.
	 */
	public function accept_currency( mixed $input ): string {
		$stored = (string) get_option( Price::CURRENCY, '' );
		if ( ! is_string( $input ) ) {
			return $stored;
		}
		$code = strtoupper( trim( $input ) );
		if ( '' === $code || preg_match( '/^[A-Z]{3}\z/', $code ) ) {
			return $code;
		}
		add_settings_error( Price::CURRENCY, Price::CURRENCY, esc_html__( 'Currency was not saved. It must be a code of three letters, such as EUR.', 'largesse' ) );
		return $stored;
	}

	/**
	 * Returns a function that returns the value to store for a checkbox. A form without the box changes nothing.
	 *
	 * @return Closure(mixed): string
	 */
	private static function accept_box( string $name ): Closure {
		return static fn ( mixed $input ): string => null === $input ? (string) get_option( $name, '' ) : ( '1' === $input ? '1' : '' );
	}

	/**
	 * Returns the value to store for a setting of the connection. An invalid value changes nothing and causes an error
	 * message; values from the environment are not taken from the form. WordPress calls this twice for a new option, the
	 * second time with the first result.
	 *
	 * @param mixed $input Value from the form: text, or for a secret an array of `value` and `remove`; null if it is
	 *                     missing.
	 * @return string|array{value: string}
	 */
	private function accept( string $name, mixed $input ): string|array {
		$stored    = Settings::stored( $name, $this->settings->option( $name ) );
		$is_secret = in_array( $name, Settings::SECRETS, true );
		if ( $is_secret && is_array( $input ) ) {
			if ( ! empty( $input['remove'] ) ) {
				return '';
			}
			$input = $input['value'] ?? null;
			$input = '' === $input ? null : $input; // An empty field keeps the secret.
		}
		if ( ! is_string( $input ) || $this->is_fixed( $name ) ) {
			return $stored;
		}
		$value   = trim( $input );
		$problem = SettingsRules::problem( $name, $value );
		if ( null === $problem ) {
			return Settings::stored( $name, self::is_address( $name ) ? implode( ' ', Settings::addresses( $value ) ) : $value );
		}
		/* translators: 1: name of a field, 2: the rule that its value breaks, as a sentence. */
		$message = sprintf( __( '%1$s was not saved. %2$s', 'largesse' ), self::fields()[ $name ]->label, $problem );
		$shown   = self::is_address( $name ) ? SettingsRules::without_user( $value ) : $value;
		RefusedInput::refuse( $name, $message, $is_secret ? null : $shown );
		return $stored;
	}

	/** Prints a field with a visible value. */
	private function show_text( string $name ): void {
		printf(
			'<input type="text" id="%1$s" value="%2$s" aria-describedby="%1$s_about" class="%3$s" spellcheck="false" autocomplete="off" dir="auto"',
			esc_attr( $name ),
			esc_attr( $this->shown( $name ) ),
			esc_attr( Settings::CACHE_SECONDS === $name ? 'small-text' : 'regular-text' )
		);
		// Without a name it is not sent.
		echo $this->is_fixed( $name ) ? ' readonly>' : ' name="' . esc_attr( $name ) . '"' . FieldNotes::invalid( $name ) . '>'; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- HTML.
		FieldNotes::show_about( $name, ...$this->about( $name ) );
	}

	/** Prints a field whose value is never shown. */
	private function show_secret( string $name ): void {
		if ( $this->is_fixed( $name ) ) {
			FieldNotes::show_about( $name, ...$this->about( $name ) );
			return;
		}
		printf(
			'<input type="password" id="%1$s" name="%1$s[value]" value="" aria-describedby="%1$s_about" class="regular-text" autocomplete="new-password"%2$s>',
			esc_attr( $name ),
			FieldNotes::invalid( $name ) // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- HTML.
		);
		if ( 'option' !== $this->settings->source( $name ) ) {
			FieldNotes::show_about( $name, ...$this->about( $name ) );
			return;
		}
		FieldNotes::show_about( $name, __( 'A value is stored. It is not shown again; leave the field empty to keep it.', 'largesse' ), ...$this->about( $name ) );
		printf( '<label><input type="checkbox" name="%s[remove]" value="1"> %s</label>', esc_attr( $name ), esc_html( self::fields()[ $name ]->removal ) );
	}

	/** Returns the visible value of a field: the refused one, otherwise the current one. */
	private function shown( string $name ): string {
		$value = $this->refused[ $name ] ?? $this->settings->get( $name );
		// An invalid value may contain a password; if it comes from the environment, it is not shown at all.
		if ( $this->is_fixed( $name ) && null !== $this->settings->problem( $name ) ) {
			return '';
		}
		return self::is_address( $name ) ? SettingsRules::without_user( $value ) : $value;
	}

	/** Checks whether a setting contains addresses. */
	private static function is_address( string $name ): bool {
		return in_array( $name, array( Settings::BASE_URL, Settings::PAGES_URL ), true );
	}

	/** Checks whether the environment sets the value. */
	private function is_fixed( string $name ): bool {
		return 'environment' === $this->settings->source( $name );
	}

	/**
	 * Returns the description of a connection's field.
	 *
	 * @return list<string> Sentences.
	 */
	private function about( string $name ): array {
		if ( ! $this->is_fixed( $name ) ) {
			return array( self::fields()[ $name ]->about );
		}
		$problem = $this->settings->problem( $name );
		/* translators: %s: name of an environment variable. */
		$sentences = array( sprintf( __( 'Set by the environment variable %s, and can be changed only there.', 'largesse' ), $this->settings->variable( $name ) ) );
		if ( null !== $problem ) {
			/* translators: %s: the rule that a value breaks, as a sentence. */
			$sentences[] = sprintf( __( 'The value cannot be used. %s', 'largesse' ), $problem );
		}
		return $sentences;
	}
}
