<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Format\Price;
use Largesse\Pages\Guests\GuestPreview;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Routes;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\OccasionTexts;
use WP_Post;

/** Adds the script of My registries to a page, with its data: addresses, the registry, and translated texts. */
final class ScriptState {

	/** Names of pages: all registries of a member, one registry, and its gifts. Other features add further pages. */
	public const OVERVIEW = 'overview';
	public const REGISTRY = 'registry';
	public const GIFTS    = 'gifts';

	private const SCRIPT = 'largesse/my-registries';

	/** @var array<string, mixed> Data for the script, in the format `PageData` of page-data.ts. */
	private static array $state = array();

	/**
	 * Adds script and data to the page.
	 *
	 * @param string                    $page     One of the constants above, or the name of another feature's page.
	 * @param array<string, mixed>|null $registry As RegistryResponses::view() returns it; null for the page of all
	 *         registries.
	 * @param string                    $owner    Name of the owner if it is someone else; otherwise ''.
	 */
	public static function send(
		string $page,
		?array $registry = null,
		string $owner = '',
		string $script = self::SCRIPT
	): void {
		$post  = null === $registry ? null : get_post( $registry['id'] );
		$state = array(
			'access'     => array(
				'root'  => rest_url( Routes::NAMESPACE ),
				'nonce' => wp_create_nonce( 'wp_rest' ),
				'renew' => admin_url( 'admin-ajax.php?action=rest-nonce' ),
			),
			'pages'      => array(
				'login'    => wp_login_url( Request::address() ),
				'overview' => OwnerPage::url(),
				'guest'    => null === $post ? '' : GuestPreview::url( $post ),
				'gifts'    => null === $registry ? '' : OwnerPage::gifts_url( $registry['id'] ),
			),
			'prices'     => array(
				'locale'   => str_replace( '_', '-', determine_locale() ),
				'currency' => Price::currency(),
			),
			'registry'   => $registry,
			'owner'      => $owner,
			'user'       => wp_get_current_user()->display_name,
			'today'      => (string) wp_date( 'Y-m-d' ),
			'occasions'  => self::occasions(),
			'surprising' => OccasionTexts::SURPRISING,
			'texts'      => (object) self::texts(),
		);
		/**
		 * Filters the data that My registries passes to its script. If the data of a feature is missing, the script
		 * shows no controls for it.
		 *
		 * @param array<string, mixed> $state The data in the format `PageData` of blocks/my-registries/page-data.ts. The
		 *         format may change with each version.
		 * @param string               $page  Name of the page: `overview`, `registry`, `gifts` or the name of another
		 *         feature's page.
		 * @param WP_Post|null         $post  The registry on the page; null on the page of all registries.
		 */
		self::$state = apply_filters( 'largesse_owner_page_state', $state, $page, $post );
		wp_enqueue_script_module( $script );
		add_action( 'wp_footer', array( self::class, 'show' ) );
	}

	/** @return list<array{key: string, name: string, title: string}> Occasions with titles for registries of the user. */
	private static function occasions(): array {
		$titles = OccasionTexts::titles( wp_get_current_user()->display_name );
		return array_map(
			static fn ( string $key ): array => array(
				'key'   => $key,
				'name'  => OccasionTexts::name( $key ),
				'title' => $titles[ $key ],
			),
			array_keys( $titles )
		);
	}

	/** Prints the data in the footer, because WordPress would filter the data in the page's content. */
	public static function show(): void {
		$attributes = array(
			'type' => 'application/json',
			'id'   => SharedNames::OWNER_DATA_ID,
		);
		wp_print_inline_script_tag( (string) wp_json_encode( self::$state, JSON_HEX_TAG | JSON_HEX_AMP ), $attributes );
	}

	/** @return array<string, string> Translations of the script's texts by English text, without texts that have none. */
	private static function texts(): array {
		$texts = array();
		foreach ( require dirname( __DIR__, 3 ) . '/build/texts.php' as $text ) {
			// phpcs:ignore WordPress.WP.I18n -- The template of translations takes the texts from the script.
			$translated = translate( $text, 'largesse' );
			if ( $translated !== $text ) {
				$texts[ $text ] = $translated;
			}
		}
		return $texts;
	}
}
