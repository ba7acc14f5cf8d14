<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Features;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\SettingsButton;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Services;

/**
 * Screen that asks for whom the site is. It opens once after the activation, and from Settings → Largesse. It works
 * without scripts.
 */
final class StartPage {

	public const SLUG = 'largesse-start';

	/** Transient that opens the screen once. Its value is the id of the user who has activated the plugin. */
	public const ASKS = 'largesse_asks_purpose';

	/** Names of the buttons and actions of their nonces, and of the field with the answer. */
	private const ANSWER        = 'largesse_answer_purpose';
	private const ADD_SAMPLE    = 'largesse_add_sample';
	private const REMOVE_SAMPLE = 'largesse_remove_sample';
	private const FIELD         = 'for';

	private const CAPABILITY = 'manage_options';

	/** @var list<string>|null Sentences about the changes of this request; null if the request asks for no change. */
	private ?array $changes = null;

	/** Why the last button changed nothing; '' for no problem. */
	private string $problem = '';

	public function __construct( private readonly SampleList $sample ) {}

	/** Returns the address of this screen. */
	public static function address(): string {
		return admin_url( 'options-general.php?page=' . self::SLUG );
	}

	/** Opens the screen after the next request of wp-admin, unless the question was answered. */
	public static function ask_after_activation( mixed $is_network_wide = false ): void {
		if ( true !== $is_network_wide && null === PurposeAnswer::last() && get_current_user_id() > 0 ) {
			set_transient( self::ASKS, get_current_user_id(), HOUR_IN_SECONDS );
		}
	}

	/** Redirects to the screen after the activation. Several plugins that were activated together show their list. */
	public static function open_once(): void {
		if ( wp_doing_ajax() || (int) get_transient( self::ASKS ) !== get_current_user_id() ) {
			return;
		}
		delete_transient( self::ASKS );
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only checks where WordPress has come from.
		if ( current_user_can( self::CAPABILITY ) && ! isset( $_GET['activate-multi'] ) ) {
			wp_safe_redirect( self::address() );
			exit;
		}
	}

	/** Adds the screen without an entry in the menu. */
	public static function add_page(): void {
		$hook = add_submenu_page(
			'options-general.php',
			__( 'For whom is this?', 'largesse' ),
			__( 'For whom is this?', 'largesse' ),
			self::CAPABILITY,
			self::SLUG,
			static fn () => Services::get( self::class )->show()
		);
		remove_submenu_page( 'options-general.php', self::SLUG );
		if ( false !== $hook ) {
			add_action( "load-{$hook}", static fn () => Services::get( self::class )->act() );
		}
	}

	/** Runs the pressed button. Each may be pressed again, also by a reload of the page. */
	public function act(): void {
		// WordPress takes the title from the menu, which lacks this screen.
		// phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited -- There is no filter for it.
		$GLOBALS['title'] = __( 'For whom is this?', 'largesse' );
		if ( SettingsButton::is_pressed( self::ANSWER ) ) {
			// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- is_pressed() has checked the nonce; the value is only compared.
			$purpose = Purpose::tryFrom( is_string( $_POST[ self::FIELD ] ?? null ) ? $_POST[ self::FIELD ] : '' );
			if ( null === $purpose ) {
				$this->problem = __( 'Choose one of the answers.', 'largesse' );
			} else {
				$this->changes = PurposeAnswer::give( $purpose );
			}
		}
		if (
			SettingsButton::is_pressed( self::ADD_SAMPLE )
			&& is_wp_error( $this->sample->create( PurposeAnswer::last() ?? Purpose::Own ) )
		) {
			$this->problem = __( 'The sample list could not be created, because the registry service does not answer. See Settings → Largesse.', 'largesse' );
		}
		if ( SettingsButton::is_pressed( self::REMOVE_SAMPLE ) ) {
			$this->sample->remove();
		}
	}

	public function show(): void {
		$last    = PurposeAnswer::last();
		$modules = Features::switched();
		$answers = array();
		foreach ( Purpose::cases() as $purpose ) {
			$names     = array_map(
				static fn ( string $key ): string => $modules[ $key ]::texts()['name'],
				$purpose->features()
			);
			$answers[] = array(
				'value'      => $purpose->value,
				'label'      => $purpose->label(),
				'about'      => array() === $names ? __( 'Nothing changes. Settings → Largesse has a switch for each feature.', 'largesse' ) : implode( ' · ', $names ),
				'is_checked' => $purpose === $last,
			);
		}
		$sample = SampleList::find();
		Template::print(
			'setup/start',
			array(
				'answers'      => $answers,
				'changes'      => $this->changes,
				'problem'      => $this->problem,
				'field'        => self::FIELD,
				'answer'       => self::ANSWER,
				'is_answered'  => null !== $last,
				'sample_title' => null === $sample ? '' : $sample->post_title,
				'sample_url'   => null === $sample ? '' : OwnerPage::url( $sample->ID ),
				'sample'       => null === $sample ? self::ADD_SAMPLE : self::REMOVE_SAMPLE,
				'first_url'    => OwnerPage::form_url(),
				'settings_url' => SettingsPage::address(),
			)
		);
	}
}
