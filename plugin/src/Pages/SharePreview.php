<?php
declare( strict_types=1 );

namespace Largesse\Pages;

use Largesse\Feature;
use Largesse\Html\Escape;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Store;
use WP_Post;

/**
 * Tells what chats and other sites show of a shared link to a registry: title, the story's first words, and a picture.
 * Only of what is there for the whole world.
 */
final class SharePreview implements Feature {

	/** The picture where no item has one: its path below the plugin's folder, and its size in pixels. */
	private const PICTURE = 'assets/share.png';
	private const WIDTH   = 1200;
	private const HEIGHT  = 630;

	/** Keeps what gives the items. */
	public function __construct( private readonly Store $store ) {}

	/** Adds the hooks of this feature. */
	public function register(): void {
		add_action( 'wp_head', array( $this, 'show' ), 5 );
	}

	/** Prints the preview of the registry that the page shows. */
	public function show(): void {
		$registry = self::is_page_of_registry() ? ShownRegistry::of_address() : null;
		if ( null === $registry || 'publish' !== $registry->post_status || '' !== $registry->post_password ) {
			return;
		}
		/**
		 * What other sites show of a shared link to a public registry. Plain text by property; an empty array leaves
		 * it out, for instance where another plugin does it.
		 *
		 * @param array<string, string> $preview The properties.
		 */
		$preview = apply_filters( 'largesse_share_preview', $this->preview( $registry ), $registry );
		foreach ( is_array( $preview ) ? $preview : array() as $property => $content ) {
			printf(
				"<meta %s=\"%s\" content=\"%s\">\n",
				str_starts_with( (string) $property, 'twitter:' ) ? 'name' : 'property',
				esc_attr( (string) $property ),
				Escape::html( (string) $content ) // phpcs:ignore WordPress.Security.EscapeOutput -- Escape::html() escapes.
			);
		}
	}

	/** Tells whether the page is there to show a registry to guests. */
	private static function is_page_of_registry(): bool {
		return is_singular( RegistryPostType::NAME ) || ( is_page() && has_block( 'largesse/registry' ) );
	}

	/**
	 * Returns the preview of a registry.
	 *
	 * @return array<string, string>
	 */
	private function preview( WP_Post $registry ): array {
		$preview = array(
			'og:title'       => RegistryTitle::of( $registry ),
			'og:description' => self::description( $registry ),
			'og:url'         => (string) get_permalink( $registry ),
			'og:type'        => 'website',
			'og:site_name'   => html_entity_decode( (string) get_bloginfo( 'name' ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ),
			'twitter:card'   => 'summary_large_image',
		);
		return array_merge( $preview, $this->picture( $registry ) );
	}

	/** Returns what is said of a registry: the first words of its story, else its occasion, else what it is. */
	private static function description( WP_Post $registry ): string {
		$words = StoryHtml::first_words( $registry );
		if ( '' !== $words ) {
			return $words;
		}
		$occasion = trim( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) );
		if ( '' !== $occasion ) {
			/* translators: %s: an occasion, such as "Wedding". */
			return sprintf( __( '%s: these are our wishes.', 'largesse' ), $occasion );
		}
		return __( 'These are our wishes. Have a look!', 'largesse' );
	}

	/**
	 * Returns the picture: the first that an item has, else the one of the plugin.
	 *
	 * @return array<string, string>
	 */
	private function picture( WP_Post $registry ): array {
		// The page shows the same items: the service is asked only once.
		$items = $this->store->items( $registry->ID );
		foreach ( is_wp_error( $items ) ? array() : $items as $item ) {
			$address = esc_url_raw( Picture::address( $item ), array( 'http', 'https' ) );
			if ( '' !== $address ) {
				return array( 'og:image' => $address );
			}
		}
		$folder = dirname( __DIR__, 2 );
		return ! is_readable( "{$folder}/" . self::PICTURE ) ? array() : array(
			'og:image'        => plugins_url( self::PICTURE, "{$folder}/largesse.php" ),
			'og:image:width'  => (string) self::WIDTH,
			'og:image:height' => (string) self::HEIGHT,
		);
	}
}
