<?php
declare( strict_types=1 );

namespace Largesse\Webhooks;

use Largesse\Html\Template;
use Largesse\Http\Request;
use Largesse\Http\SettingsButton;
use Largesse\Service\Settings;
use Largesse\Services;
use Largesse\Setup\SettingsPage;
use WP_Error;

/** Screen with webhooks and their last deliveries. Few sites have any, so only the settings link to it, and no menu. */
final class WebhookScreen {

	public const SLUG = 'largesse-webhooks';

	/** Parent of this screen in the menu of wp-admin. */
	private const PARENT = 'options-general.php';

	/** Name of all buttons, and action of their nonce. The value of a button is an action, followed by ids. */
	public const ACTION = 'largesse_webhook';

	/** Result of the pressed button; empty if no button was pressed. */
	private string|WP_Error $result = '';

	public function __construct( private readonly Webhooks $webhooks, private readonly Settings $settings ) {}

	/** Adds the screen. */
	public static function add_page(): void {
		$hook = add_submenu_page( self::PARENT, __( 'Webhooks', 'largesse' ), __( 'Webhooks', 'largesse' ), 'manage_options', self::SLUG, static fn () => Services::get( self::class )->show() );
		if ( false !== $hook ) {
			add_action( "load-{$hook}", static fn () => Services::get( self::class )->load() );
		}
	}

	/** Removes the screen from the menu. */
	public static function remove_from_menu(): void {
		remove_submenu_page( self::PARENT, self::SLUG );
	}

	/** Marks Settings → Largesse as the current entry of the menu. @param mixed $file Entry that WordPress would mark. */
	public static function current_entry( mixed $file ): mixed {
		return self::SLUG === ( $GLOBALS['plugin_page'] ?? '' ) ? SettingsPage::SLUG : $file;
	}

	/** If a button was pressed, runs the action of this button. */
	public function load(): void {
		if ( SettingsButton::is_pressed( self::ACTION ) ) {
			$this->result = $this->webhooks->press( ...array_pad( explode( ' ', sanitize_text_field( Request::field( self::ACTION ) ), 3 ), 3, '' ) );
		}
	}

	public function show(): void {
		$webhooks = $this->webhooks->all();
		$error    = is_wp_error( $webhooks ) ? $webhooks : null;
		$shown    = array();
		foreach ( $error ? array() : $webhooks as $webhook ) {
			$is_secret  = Webhooks::is_secret( $webhook );
			$deliveries = $is_secret ? array() : $this->webhooks->deliveries( $webhook['id'] );
			if ( is_wp_error( $deliveries ) ) {
				$error = $deliveries;
				$shown = array();
				break;
			}
			$shown[] = self::view( $webhook, $deliveries, $is_secret );
		}
		Template::print(
			'webhooks/screen',
			array(
				'error'        => $error ? $error->get_error_message() : '',
				'is_off'       => Webhooks::OFF === $error?->get_error_code(),
				'result'       => is_wp_error( $this->result ) ? $this->result->get_error_message() : $this->result,
				'has_failed'   => is_wp_error( $this->result ),
				'webhooks'     => $shown,
				'docs_url'     => $this->settings->get( Settings::BASE_URL ) . '/docs',
				'settings_url' => SettingsPage::address(),
			) + SettingsButton::data( self::ACTION, 'wpbody-content', SettingsPage::address( self::SLUG ) )
		);
	}

	/** @return array<string, mixed> A webhook for the template, with its last deliveries. */
	private static function view( array $webhook, array $deliveries, bool $is_secret ): array {
		$line = static fn ( array $delivery ): array => array(
			'event'  => WebhookText::event( $delivery['event'] ),
			'text'   => WebhookText::delivery( $webhook, $delivery ),
			'resend' => 'failed' === $delivery['status'] ? "resend {$webhook['id']} {$delivery['event']['id']}" : '',
		);
		return array(
			'host'        => WebhookText::host( $webhook ),
			'description' => (string) $webhook['description'],
			'state'       => $is_secret ? __( 'This webhook also sends gifts that are a surprise for you. Other administrators can see what it has sent.', 'largesse' ) : WebhookText::state( $webhook, $deliveries ),
			'test'        => "test {$webhook['id']}",
			// If the webhook could reveal a surprise, always show the button. Otherwise, the button would appear when
			// the service disables the webhook after failed deliveries, and this could reveal a gift.
			'enable'      => 'active' === $webhook['status'] && ! $is_secret ? '' : "enable {$webhook['id']}",
			'deliveries'  => array_map( $line, $deliveries ),
		);
	}
}
