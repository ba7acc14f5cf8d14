<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Format\Price;
use Largesse\Giving\Surprise;
use Largesse\Guests\AsGuest;
use Largesse\Http\Request;
use Largesse\Http\Routes;
use Largesse\Invitations\LinkRoutes;
use Largesse\Links\OwnerPage;
use Largesse\Pictures\Recoding;
use Largesse\Pictures\Uploads;
use Largesse\Wishes\BroughtWish;
use Largesse\Wishes\SentWish;

/**
 * Sends the script that draws the page, with its data: how to reach the site, the registry, and translated texts.
 */
final class ScriptState {

	/** Name of the script module. */
	private const SCRIPT = 'largesse/my-registries';

	/** Id of the element that holds the data. */
	private const ELEMENT = 'largesse-my-registries';

	/**
	 * The data, as sent.ts describes them.
	 *
	 * @var array<string, mixed>
	 */
	private static array $state = array();

	/**
	 * Sends script and data with the page.
	 *
	 * @param array<string, mixed>|null $registry The registry as RegistryView has it; null for the page of all registries.
	 * @param string                    $owner    Name of its owner, where that is somebody else; otherwise ''.
	 * @param SentWish|null             $wish     A wish that the member brings along.
	 * @param string                    $script   Name of the script module.
	 */
	public static function send( ?array $registry, string $owner = '', ?SentWish $wish = null, string $script = self::SCRIPT ): void {
		$post        = null === $registry ? null : get_post( $registry['id'] );
		self::$state = array(
			'access'     => array(
				'root'  => rest_url( Routes::NAMESPACE ),
				'nonce' => wp_create_nonce( 'wp_rest' ),
				'renew' => admin_url( 'admin-ajax.php?action=rest-nonce' ),
			),
			'pages'      => array(
				'login'    => wp_login_url( null === $wish ? Request::address() : BroughtWish::url( $wish, $registry['id'] ?? null ) ),
				'overview' => OwnerPage::url(),
				'guest'    => null === $post ? '' : AsGuest::url( $post ),
				'gifts'    => null === $registry ? '' : OwnerPage::gifts_url( $registry['id'] ),
			),
			'prices'     => array(
				'locale'   => str_replace( '_', '-', determine_locale() ),
				'currency' => Price::currency(),
			),
			'pictures'   => array(
				'types'      => Recoding::types(),
				'most_bytes' => Uploads::most_bytes(),
				'side'       => Uploads::MOST_PIXELS,
			),
			'registry'   => $registry,
			'familyLink' => null === $post ? null : LinkRoutes::view( $post ),
			'owner'      => $owner,
			'today'      => (string) wp_date( 'Y-m-d' ),
			'wish'       => $wish?->fields( Price::currency() ),
			'wishQuery'  => null === $wish ? '' : build_query( $wish->parameters() ),
			'surprising' => Surprise::SURPRISING,
			'texts'      => (object) self::texts(),
		);
		wp_enqueue_script_module( $script );
		add_action( 'wp_footer', array( self::class, 'show' ) );
	}

	/** Prints what is sent. Not within the page's content, in which WordPress would look for something to better. */
	public static function show(): void {
		$attributes = array(
			'type' => 'application/json',
			'id'   => self::ELEMENT,
		);
		wp_print_inline_script_tag( (string) wp_json_encode( self::$state, JSON_HEX_TAG | JSON_HEX_AMP ), $attributes );
	}

	/**
	 * Returns the translations of the texts that the build found in the script, by their English. Texts that are the
	 * same in both languages are left out.
	 *
	 * @return array<string, string>
	 */
	private static function texts(): array {
		$texts = array();
		foreach ( require dirname( __DIR__, 2 ) . '/build/texts.php' as $text ) {
			// phpcs:ignore WordPress.WP.I18n -- The template of translations takes the texts from the script.
			$translated = translate( $text, 'largesse' );
			if ( $translated !== $text ) {
				$texts[ $text ] = $translated;
			}
		}
		return $texts;
	}
}
