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
 * Sends the page's script with its data: addresses, the registry, and translated texts.
 */
final class ScriptState {

	/** Name of the script module. */
	private const SCRIPT = 'largesse/my-registries';

	/** Id of the element with the data. */
	private const ELEMENT = 'largesse-my-registries';

	/**
	 * The data, as described in sent.ts.
	 *
	 * @var array<string, mixed>
	 */
	private static array $state = array();

	/**
	 * Adds script and data to the page.
	 *
	 * @param array<string, mixed>|null $registry The registry in the format of RegistryView; null for the page of all
	 *                                            registries.
	 * @param string                    $owner    Name of the owner if it is someone else; otherwise ''.
	 * @param SentWish|null             $wish     A wish in the address.
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

	/** Prints the data outside the page's content, which WordPress would filter. */
	public static function show(): void {
		$attributes = array(
			'type' => 'application/json',
			'id'   => self::ELEMENT,
		);
		wp_print_inline_script_tag( (string) wp_json_encode( self::$state, JSON_HEX_TAG | JSON_HEX_AMP ), $attributes );
	}

	/**
	 * Returns the translations of the script's texts, by their English text. Texts without a translation are omitted.
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
