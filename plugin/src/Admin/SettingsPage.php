<?php
/**
 * The settings page.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Api\Settings;
use Largesse\Feature;

/**
 * Settings → Largesse: how the site reaches the API, a test of it, and the currency of prices. Works without scripts.
 */
final class SettingsPage implements Feature {

	/** Name of the page in its address. */
	public const SLUG = 'largesse';

	/** Who may see and change it. */
	public const CAPABILITY = 'manage_options';

	/** Group of the options, which options.php saves. */
	private const GROUP = 'largesse';

	/**
	 * The fields.
	 *
	 * @var SettingsFields
	 */
	private readonly SettingsFields $fields;

	/**
	 * What was typed and refused.
	 *
	 * @var TypedValues
	 */
	private readonly TypedValues $typed;

	/**
	 * The currency of prices.
	 *
	 * @var CurrencyField
	 */
	private readonly CurrencyField $currency;

	/**
	 * Whether members see the toolbar.
	 *
	 * @var ToolbarField
	 */
	private readonly ToolbarField $toolbar;

	/**
	 * The test of the connection.
	 *
	 * @var ConnectionTest
	 */
	private readonly ConnectionTest $test;

	/**
	 * Keeps the settings, and which plugin's page this is.
	 *
	 * @param Settings $settings How the site reaches the API.
	 * @param string   $file     Path of the plugin's main file.
	 */
	public function __construct( private readonly Settings $settings, private readonly string $file ) {
		$this->typed    = new TypedValues();
		$this->fields   = new SettingsFields( $settings, $this->typed );
		$this->currency = new CurrencyField();
		$this->toolbar  = new ToolbarField();
		$this->test     = new ConnectionTest( $settings, $file );
	}

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_action( 'admin_menu', array( $this, 'add_page' ) );
		add_action( 'admin_init', array( $this, 'register_settings' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( $this->file ), array( $this, 'add_link' ) );
		foreach ( Settings::ALL as $name ) {
			add_action( "add_option_{$name}", array( $this, 'load_on_demand' ) );
		}
	}

	/**
	 * Address of the page.
	 */
	public static function address(): string {
		return admin_url( 'options-general.php?page=' . self::SLUG );
	}

	/**
	 * Puts the page into the menu.
	 */
	public function add_page(): void {
		$hook = add_options_page( __( 'Largesse', 'largesse' ), __( 'Largesse', 'largesse' ), self::CAPABILITY, self::SLUG, array( $this, 'show' ) );
		if ( false !== $hook ) {
			add_action( "load-{$hook}", array( $this, 'load' ) );
		}
	}

	/**
	 * Lets options.php save the settings.
	 */
	public function register_settings(): void {
		$this->currency->register_setting( self::GROUP );
		$this->toolbar->register_setting( self::GROUP );
		$input = new SettingsInput( $this->settings, $this->typed );
		foreach ( Settings::ALL as $name ) {
			register_setting(
				self::GROUP,
				$name,
				array(
					'type'              => in_array( $name, Settings::SECRETS, true ) ? 'array' : 'string',
					'sanitize_callback' => static fn( mixed $value ): string|array => $input->accept( $name, $value ),
				)
			);
		}
	}

	/**
	 * Keeps a new option out of those that WordPress loads for every request: only pages with items need it.
	 *
	 * @param mixed $name Name of the option.
	 */
	public function load_on_demand( mixed $name ): void {
		wp_set_option_autoload( (string) $name, false );
	}

	/**
	 * Adds a link to the page where plugins are listed.
	 *
	 * @param mixed $links Links of this plugin.
	 */
	public function add_link( mixed $links ): mixed {
		if ( is_array( $links ) && current_user_can( self::CAPABILITY ) ) {
			array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( self::address() ), esc_html__( 'Settings', 'largesse' ) ) );
		}
		return $links;
	}

	/**
	 * Prepares the page before anything of it is printed.
	 */
	public function load(): void {
		$this->fields->add_to( self::SLUG );
		$this->currency->add_to( self::SLUG );
		$this->toolbar->add_to( self::SLUG, CurrencyField::SECTION );
		$this->test->run_if_asked();
	}

	/**
	 * Prints the page.
	 */
	public function show(): void {
		echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
		echo '<form action="options.php" method="post">';
		settings_fields( self::GROUP );
		do_settings_sections( self::SLUG );
		submit_button();
		echo '</form>';
		$this->test->show();
		PrivacyHints::show_summary();
		echo '</div>';
	}
}
