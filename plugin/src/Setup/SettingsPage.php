<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Plugin;
use Closure;
use Largesse\Accounts\RegistrationSwitch;
use Largesse\Format\Price;
use Largesse\Links\OwnerPage;
use Largesse\Owners\MembersToolbar;
use Largesse\Pictures\Thumbnails;
use Largesse\Privacy\PrivacyHints;
use Largesse\Service\Settings;
use Largesse\Service\SettingsRules;
use Largesse\Watching\Watch;

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

	/** Sections of the page. */
	private const CONNECTION = 'largesse_connection';
	private const PAGES      = 'largesse_pages';
	private const GATEWAY    = 'largesse_gateway';

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
	 * Returns labels and descriptions of the connection's fields, by setting; for a secret also the label of the box that
	 * removes it.
	 *
	 * @return array<string, array{label: string, about: string, removal?: string}>
	 */
	public static function fields(): array {
		return array(
			Settings::BASE_URL      => array(
				'label' => __( 'Service address', 'largesse' ),
				'about' => __( 'Where this site finds the service, for example https://api.example.com', 'largesse' ),
			),
			Settings::GATEWAY_KEY   => array(
				'label'   => __( 'Gateway key', 'largesse' ),
				'about'   => __( 'Sent along with every request. Leave it empty if the service asks for none.', 'largesse' ),
				'removal' => __( 'Remove the stored gateway key', 'largesse' ),
			),
			Settings::USERNAME      => array(
				'label' => __( 'User name', 'largesse' ),
				'about' => __( 'An administrator of this site, in whose name the site speaks to the service.', 'largesse' ),
			),
			Settings::APP_PASSWORD  => array(
				'label'   => __( 'Application password', 'largesse' ),
				'about'   => __( 'One of that user\'s application passwords; they are made on the profile page. Not the password for logging in to WordPress.', 'largesse' ),
				'removal' => __( 'Remove the stored application password', 'largesse' ),
			),
			Settings::CACHE_SECONDS => array(
				'label' => __( 'Seconds to remember items', 'largesse' ),
				'about' => sprintf(
					/* translators: 1: the most seconds that can be set, 2: the seconds that hold while nothing is set. */
					__( 'From 0 (always ask the service) to %1$d; %2$d while the field is empty. Changes made on this site show at once.', 'largesse' ),
					Settings::MAX_CACHE_SECONDS,
					Settings::DEFAULT_CACHE_SECONDS
				),
			),
			Settings::PAGES_URL     => array(
				'label' => __( 'Address for forgetting pages', 'largesse' ),
				'about' => __( 'Where this site tells the gateway that a page has changed, for example http://127.0.0.1:8082. Several gateways: with spaces between. Leave it empty if there is none.', 'largesse' ),
			),
			Settings::PAGES_KEY     => array(
				'label'   => __( 'Key for forgetting pages', 'largesse' ),
				'about'   => __( 'The one in pages-keys.conf of the gateway.', 'largesse' ),
				'removal' => __( 'Remove the stored key for forgetting pages', 'largesse' ),
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
		$callbacks = array(
			Price::CURRENCY        => array( $this, 'accept_currency' ),
			MembersToolbar::OPTION => self::accept_box( MembersToolbar::OPTION ),
			Thumbnails::OPTION     => self::accept_box( Thumbnails::OPTION ),
			Watch::OPTION          => self::accept_box( Watch::OPTION ),
		);
		foreach ( Settings::ALL as $name ) {
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
		foreach ( self::fields() as $name => $field ) {
			$section   = in_array( $name, array( Settings::PAGES_URL, Settings::PAGES_KEY ), true ) ? self::GATEWAY : self::CONNECTION;
			$is_secret = in_array( $name, Settings::SECRETS, true );
			$label_for = $is_secret && $this->is_fixed( $name ) ? array() : array( 'label_for' => $name );
			add_settings_field( $name, esc_html( $field['label'] ), fn() => $is_secret ? $this->show_secret( $name ) : $this->show_text( $name ), self::SLUG, $section, $label_for );
		}
		add_settings_section( self::PAGES, __( 'Pages of the site', 'largesse' ), '__return_empty_string', self::SLUG );
		add_settings_field( Price::CURRENCY, esc_html__( 'Currency', 'largesse' ), array( $this, 'show_currency' ), self::SLUG, self::PAGES, array( 'label_for' => Price::CURRENCY ) );
		add_settings_field( MembersToolbar::OPTION, esc_html__( 'Toolbar', 'largesse' ), array( $this, 'show_toolbar' ), self::SLUG, self::PAGES );
		add_settings_field( Thumbnails::OPTION, esc_html__( 'Pictures of shops', 'largesse' ), array( $this, 'show_pictures' ), self::SLUG, self::PAGES );
		add_settings_field( Watch::OPTION, esc_html__( 'Shops', 'largesse' ), array( $this, 'show_watch' ), self::SLUG, self::PAGES );
		$this->giving->add_to( self::SLUG, $this->refused );
		// Last, because most sites have no gateway.
		add_settings_section( self::GATEWAY, __( 'Pages for many guests', 'largesse' ), array( $this, 'show_gateway' ), self::SLUG );
		$this->test->run_if_requested();
		$this->mail_test->run_if_requested();
		$this->registration->run_if_requested();
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

	/** Prints the introduction above the gateway's fields. */
	public function show_gateway(): void {
		echo '<p>' . esc_html__( 'A gateway in front of this site may keep pages of public registries for some seconds, so that thousands of guests can come at once. It forgets a page when this site tells it that something on it has changed.', 'largesse' ) . '</p>';
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

	/** Prints the option that shows the toolbar to members who do not write for the site. */
	public function show_toolbar(): void {
		self::show_box( MembersToolbar::OPTION, __( 'Show WordPress’s toolbar to all members', 'largesse' ) );
		FieldNotes::show_about( MembersToolbar::OPTION, __( 'Otherwise, only those who write for the site or administer it see the toolbar above its pages.', 'largesse' ) );
	}

	/** Prints the option that hides guests from shops. */
	public function show_pictures(): void {
		self::show_box( Thumbnails::OPTION, __( 'Shops do not see guests', 'largesse' ) );
		FieldNotes::show_about( Thumbnails::OPTION, __( 'Pages show small copies of the shops’ pictures, which the registry service fetches. Otherwise each guest’s browser loads them from the shops, which see its network address, but not which page it is on.', 'largesse' ) );
	}

	/** Prints the option that allows owners to watch shops. */
	public function show_watch(): void {
		self::show_box( Watch::OPTION, __( 'Owners may have shops watched', 'largesse' ) );
		FieldNotes::show_about( Watch::OPTION, __( 'An owner can then choose that the registry service looks once a week whether the shops still have the wishes, and at what price. Only the owners see what it finds. It asks one shop after the other, and none that refuses robots.', 'largesse' ) );
	}

	/** Prints a checkbox. */
	private static function show_box( string $name, string $label ): void {
		printf(
			'<input type="hidden" name="%1$s" value=""><label><input type="checkbox" id="%1$s" name="%1$s" value="1"%2$s aria-describedby="%1$s_about"> %3$s</label>',
			esc_attr( $name ),
			checked( '1', get_option( $name, '' ), false ),
			esc_html( $label )
		);
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
		$message = sprintf( __( '%1$s was not saved. %2$s', 'largesse' ), self::fields()[ $name ]['label'], $problem );
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
		printf( '<label><input type="checkbox" name="%s[remove]" value="1"> %s</label>', esc_attr( $name ), esc_html( self::fields()[ $name ]['removal'] ) );
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
			return array( self::fields()[ $name ]['about'] );
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
