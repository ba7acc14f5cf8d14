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

/**
 * Screen with the webhooks of the service and their last deliveries. Few sites have webhooks, so the menu does not
 * contain this screen. Settings → Largesse contains a link to it. The screen works without scripts.
 */
final class WebhookScreen {

	/** Name of the screen in its address. */
	public const SLUG = 'largesse-webhooks';

	/** Capability that the screen requires. */
	private const CAPABILITY = 'manage_options';

	/** Parent of this screen in the menu of wp-admin. */
	private const PARENT = 'options-general.php';

	/**
	 * Name of all buttons, and action of their nonce. The value of a button is `test`, `enable` or `resend`, followed
	 * by ids.
	 */
	public const ACTION = 'largesse_webhook';

	/** Sentence about the result of the pressed button; empty if no button was pressed. */
	private string $result = '';

	/** True if the result is a failure. */
	private bool $has_failed = false;

	public function __construct( private readonly Webhooks $webhooks, private readonly Settings $settings ) {}

	/** Adds the screen. */
	public static function add_page(): void {
		$hook = add_submenu_page( self::PARENT, __( 'Webhooks', 'largesse' ), __( 'Webhooks', 'largesse' ), self::CAPABILITY, self::SLUG, static fn () => Services::get( self::class )->show() );
		if ( false !== $hook ) {
			add_action( "load-{$hook}", static fn () => Services::get( self::class )->load() );
		}
	}

	/** Removes the screen from the menu. */
	public static function remove_from_menu(): void {
		remove_submenu_page( self::PARENT, self::SLUG );
	}

	/**
	 * Marks Settings → Largesse as the current entry of the menu.
	 *
	 * @param mixed $file Entry that WordPress would mark.
	 */
	public static function current_entry( mixed $file ): mixed {
		return self::SLUG === ( $GLOBALS['plugin_page'] ?? '' ) ? SettingsPage::SLUG : $file;
	}

	/** If a button was pressed, runs the action of this button. */
	public function load(): void {
		if ( ! SettingsButton::is_pressed( self::ACTION ) ) {
			return;
		}
		list( $action, $id, $event ) = array( ...explode( ' ', sanitize_text_field( Request::field( self::ACTION ) ) ), '', '', '' );

		$result = match ( $action ) {
			'test'   => $this->test( $id ),
			'enable' => $this->webhooks->enable( $id ),
			'resend' => $this->webhooks->resend( $id, $event ),
			default  => new WP_Error( 'largesse_no_action', __( 'Nothing was done.', 'largesse' ) ),
		};

		$this->has_failed = is_wp_error( $result );
		$this->result     = match ( true ) {
			is_wp_error( $result ) => $result->get_error_message(),
			'test' === $action     => $result['text'],
			'enable' === $action   => __( 'The webhook is enabled. It gets all changes from now on.', 'largesse' ),
			default                => __( 'The event is sent again.', 'largesse' ),
		};
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
				'result'       => $this->result,
				'has_failed'   => $this->has_failed,
				'webhooks'     => $shown,
				'docs_url'     => $this->settings->get( Settings::BASE_URL ) . '/docs',
				'settings_url' => SettingsPage::address(),
			) + SettingsButton::data( self::ACTION, 'wpbody-content', SettingsPage::address( self::SLUG ) )
		);
	}

	/**
	 * Sends a test event.
	 *
	 * @return array{text: string}|WP_Error The result, as a sentence; an error if the receiver did not accept the event.
	 */
	private function test( string $id ): array|WP_Error {
		$webhook = $this->webhooks->find( $id );
		$result  = is_wp_error( $webhook ) ? $webhook : $this->webhooks->test( $id );
		if ( is_wp_error( $result ) ) {
			return $result;
		}
		$text = WebhookText::test( WebhookText::host( $webhook ), $result );
		return $result['delivered'] ? array( 'text' => $text ) : new WP_Error( 'largesse_not_delivered', $text );
	}

	/**
	 * Returns a webhook for the template.
	 *
	 * @param array<string, mixed>       $webhook    The webhook.
	 * @param list<array<string, mixed>> $deliveries Last deliveries of the webhook, newest first.
	 * @param bool                       $is_secret  Whether the webhook could reveal a surprise to the visitor.
	 * @return array<string, mixed>
	 */
	private static function view( array $webhook, array $deliveries, bool $is_secret ): array {
		$lines = array();
		foreach ( $deliveries as $delivery ) {
			$lines[] = array(
				'event'  => WebhookText::event( $delivery['event'] ),
				'text'   => WebhookText::delivery( $webhook, $delivery ),
				'resend' => 'failed' === $delivery['status'] ? "resend {$webhook['id']} {$delivery['event']['id']}" : '',
			);
		}
		return array(
			'host'        => WebhookText::host( $webhook ),
			'description' => (string) $webhook['description'],
			'state'       => $is_secret ? __( 'This webhook also sends gifts that are a surprise for you. Other administrators can see what it has sent.', 'largesse' ) : WebhookText::state( $webhook, $deliveries ),
			'test'        => "test {$webhook['id']}",
			// If the webhook could reveal a surprise, always show the button. Otherwise, the button would appear when
			// the service disables the webhook after failed deliveries, and this could reveal a gift.
			'enable'      => 'active' === $webhook['status'] && ! $is_secret ? '' : "enable {$webhook['id']}",
			'deliveries'  => $lines,
		);
	}
}
