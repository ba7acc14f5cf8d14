<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\SettingsButton;
use Largesse\Foundation\Service\ConnectedSite;
use Largesse\Foundation\Service\Settings;
use Largesse\People\Mail\Queue;
use WP_Error;

/**
 * Asks the administrators of a copy what it is, and does what they answer: the site has moved, or it is a copy (rules:
 * Copies). Until then, the copy only reads.
 */
final class CopyAnswer {

	/** Id of the section with the buttons. */
	public const SECTION = 'largesse-copy';

	/** Names of the buttons, and actions of their nonces. */
	private const MOVED = 'largesse_site_moved';
	private const COPY  = 'largesse_site_is_copy';

	/** @var list<array<string, mixed>> Result of the pressed button; empty for none. */
	private array $results = array();

	public function __construct( private readonly Queue $queue, private readonly Settings $settings ) {}

	/** Checks whether this site is a copy; null if it is not. */
	public static function check(): ?CheckResult {
		return ConnectedSite::is_copy()
			? CheckResult::critical(
				__( 'This site is a copy, so it changes nothing and sends no mails', 'largesse' ),
				self::explanation(),
				__( 'Press “This site has moved” or “This is a copy” under Settings → Largesse.', 'largesse' )
			)
			: null;
	}

	/** Shows administrators that this site is a copy. */
	public static function show_notice(): void {
		if ( ! current_user_can( 'manage_options' ) || ! ConnectedSite::is_copy() ) {
			return;
		}
		Template::print(
			'setup/copy-notice',
			array(
				'title' => __( 'This site is a copy, so it changes nothing and sends no mails', 'largesse' ),
				'text'  => self::explanation(),
				'url'   => SettingsPage::address() . '#' . self::SECTION,
				'link'  => __( 'Say what this site is', 'largesse' ),
			)
		);
	}

	/** Runs the pressed button. */
	public function run_if_requested(): void {
		if ( SettingsButton::is_pressed( self::MOVED ) ) {
			$failure       = $this->move();
			$this->results = array(
				null === $failure
					? SettingsButton::result( 'success', 'status', __( 'This site works again, at its new address.', 'largesse' ) )
					: SettingsButton::result( 'error', 'alert', $failure->get_error_message() ),
			);
		}
		// Another tab may have said already that the site has moved.
		if ( SettingsButton::is_pressed( self::COPY ) && ConnectedSite::is_copy() ) {
			$this->results = array( SettingsButton::result( 'success', 'status', $this->separate() ) );
		}
	}

	/** Ends the state of a site that has moved, if the service agrees. Returns why it does not; null for success. */
	public function move(): ?WP_Error {
		$is_own = ConnectedSite::confirm();
		if ( null === $is_own ) {
			ConnectedSite::accept();
		}
		return match ( true ) {
			is_wp_error( $is_own ) => new WP_Error( 'largesse_site', __( 'The registry service does not answer, so it could not confirm the new address. Please try again in a little while.', 'largesse' ) ),
			false === $is_own      => new WP_Error(
				'largesse_site',
				/* translators: 1: address of this site, 2: a command. */
				sprintf( __( 'The registry service still belongs to another address. If this site has moved, set HOST_URL of the service to %1$s, restart it, and run there: %2$s. Then press the button again.', 'largesse' ), home_url(), 'npm run site -- moved' )
			),
			default                => null,
		};
	}

	/** Disconnects a copy from the service of the original, and deletes the waiting mails. Returns what to do next. */
	public function separate(): string {
		ConnectedSite::disconnect();
		$this->queue->clear();
		return '' === $this->settings->get( Settings::BASE_URL )
			? __( 'This copy is disconnected, and its waiting mails are deleted. Connect it to a registry service of its own: then “For whom is this?” offers a sample list.', 'largesse' )
			: __( 'The waiting mails of this copy are deleted. Its connection comes from the environment: remove these variables, or let them name a registry service of its own.', 'largesse' );
	}

	/** @return list<array<string, mixed>> Data of the buttons, for the template `http/settings-button`; empty if this is no copy. */
	public function buttons( string $page ): array {
		if ( ! ConnectedSite::is_copy() && array() === $this->results ) {
			return array();
		}
		$moved = SettingsButton::data( self::MOVED, self::SECTION, $page ) + array(
			'title'   => __( 'Is this site a copy?', 'largesse' ),
			'text'    => self::explanation(),
			'label'   => ConnectedSite::is_copy() ? __( 'This site has moved', 'largesse' ) : '',
			'url'     => '',
			'results' => $this->results,
		);
		$copy  = SettingsButton::data( self::COPY, 'largesse-copy-of', $page ) + array(
			'title'   => __( 'Disconnect a copy', 'largesse' ),
			'text'    => __( 'For a test or a backup: removes the connection to the registry service of the original, and deletes all waiting mails of this copy.', 'largesse' ),
			'label'   => __( 'This is a copy', 'largesse' ),
			'url'     => '',
			'results' => array(),
		);
		return ConnectedSite::is_copy() ? array( $moved, $copy ) : array( array( 'text' => '' ) + $moved );
	}

	/** Returns why the site seems to be a copy, with a hint from WordPress. */
	private static function explanation(): string {
		$original = ConnectedSite::original();
		$text     = '' === $original
			? __( 'The registry service belongs to another site.', 'largesse' )
			/* translators: 1: address for which the connection was made, 2: address of this site. */
			: sprintf( __( 'It was connected to the registry service as %1$s, but its address is %2$s.', 'largesse' ), $original, home_url() );
		return 'production' === wp_get_environment_type() ? $text : $text . ' ' . sprintf(
			/* translators: %s: type of the environment, for example staging. */
			__( 'WordPress says that this is no production site (%s), so it is probably a copy.', 'largesse' ),
			wp_get_environment_type()
		);
	}
}
