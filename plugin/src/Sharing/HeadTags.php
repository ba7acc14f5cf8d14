<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Giving\Remaining;
use Largesse\Html\Escape;
use Largesse\Http\UncachedAnswer;
use Largesse\Links\PublicPage;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Store;
use Largesse\Services;
use WP_Post;

/**
 * Tells chats, other sites and search engines what a page shows (rules: Shared links). Of registries it tells only what is
 * there for the whole world: a page of any other registry says the same as one that is not there. Where another plugin
 * tells them of all pages, nothing is said twice.
 */
final class HeadTags {

	/** Prints what is to be said of this page. */
	public function show(): void {
		if ( OtherPlugins::describe_pages() ) {
			return;
		}
		$registry = self::registry();
		if ( null !== $registry ) {
			$this->show_registry( $registry );
		} elseif ( is_404() || self::is_of_registry() ) {
			// The title of the page may name the registry, where a password opens it.
			self::print( Preview::general( array( 'og:title' => Preview::site_name() ) ) );
		} elseif ( self::is_private_page() ) {
			self::print( Preview::general() );
		} else {
			self::show_other();
		}
	}

	/**
	 * Gives the address under which search engines are to know a page that shows a registry: the registry's own.
	 *
	 * @param mixed $url  Address of the page.
	 * @param mixed $post The page.
	 */
	public function canonical( mixed $url, mixed $post ): mixed {
		$registry = $post instanceof WP_Post && get_queried_object_id() === $post->ID && is_page() ? self::registry() : null;
		return $registry ? get_permalink( $registry ) : $url;
	}

	/** Prints what is said of a registry that everybody may open. */
	private function show_registry( WP_Post $registry ): void {
		$all = Preview::of_registry( $registry );
		/**
		 * What other sites show of a shared link to a public registry. Plain text by property; an empty array leaves
		 * it out, for instance where another plugin does it.
		 *
		 * @param array<string, string> $preview The properties.
		 */
		$preview = apply_filters( 'largesse_share_preview', $all, $registry );
		if ( ! is_array( $preview ) || array() === $preview ) {
			return;
		}
		self::print( $preview, (string) ( $preview['og:description'] ?? '' ) );
		if ( UncachedAnswer::is_sent() ) {
			// Search engines do not list it.
			return;
		}
		// The page shows the same items: the service is asked only once.
		$items = Remaining::on_page( $registry )->items( Services::get( Store::class ), $registry );
		// phpcs:ignore WordPress.Security.EscapeOutput -- It is HTML.
		echo StructuredData::of_registry( $registry, $preview + $all, is_wp_error( $items ) ? array() : $items );
	}

	/** Prints what is said of the front page, of lists of registries and of searches. */
	private static function show_other(): void {
		if ( RegistryPostType::NAME === get_query_var( 'post_type' ) && is_home() ) {
			self::show_list( __( 'Registries', 'largesse' ), __( 'Wish lists that everybody may open.', 'largesse' ), add_query_arg( 'post_type', RegistryPostType::NAME, home_url( '/' ) ) );
		} elseif ( is_front_page() ) {
			$tagline = html_entity_decode( (string) get_bloginfo( 'description' ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
			$about   = '' === trim( $tagline ) ? __( 'Wish lists that families and friends share: weddings, babies, birthdays, a new home.', 'largesse' ) : $tagline;
			self::show_list( Preview::site_name(), $about, home_url( '/' ) );
			echo StructuredData::of_site(); // phpcs:ignore WordPress.Security.EscapeOutput -- It is HTML.
		} elseif ( is_search() ) {
			// Without what was typed: everybody can make such a link.
			self::print( Preview::general( array( 'og:title' => Preview::site_name() ) ), __( 'Find the wish list of the people whom you want to give something.', 'largesse' ) );
		}
	}

	/**
	 * Prints what is said of a list.
	 *
	 * @param string $title Plain text.
	 * @param string $about Plain text.
	 * @param string $url   Its address.
	 */
	private static function show_list( string $title, string $about, string $url ): void {
		$own = array(
			'og:title'       => $title,
			'og:description' => $about,
			'og:url'         => $url,
		);
		self::print( Preview::general( $own ), $about );
		// Of single posts and pages WordPress says it itself.
		if ( ! is_singular() && ! is_paged() ) {
			printf( "<link rel=\"canonical\" href=\"%s\">\n", esc_url( $url ) );
		}
	}

	/** Returns the public registry that this page is there to show; null for none. */
	private static function registry(): ?WP_Post {
		$registry = self::is_of_registry() ? ShownRegistry::of_address() : null;
		return $registry && PublicPage::is_public( $registry ) ? $registry : null;
	}

	/** Checks whether the page is there to show a registry to guests. */
	private static function is_of_registry(): bool {
		return is_singular( RegistryPostType::NAME ) || ( is_page() && has_block( 'largesse/registry' ) );
	}

	/** Checks whether the page is stored nowhere, and made for one visitor. */
	private static function is_private_page(): bool {
		return is_page() && 0 === get_queried_object_id();
	}

	/**
	 * Prints properties.
	 *
	 * @param array<string, string> $preview     Plain text by property.
	 * @param string                $description Plain text for search engines; may be empty.
	 */
	private static function print( array $preview, string $description = '' ): void {
		if ( '' !== $description ) {
			self::print_tag( 'name', 'description', $description );
		}
		foreach ( $preview as $property => $content ) {
			self::print_tag( str_starts_with( (string) $property, 'twitter:' ) ? 'name' : 'property', (string) $property, (string) $content );
		}
	}

	/** Prints one. */
	private static function print_tag( string $kind, string $name, string $content ): void {
		// phpcs:ignore WordPress.Security.EscapeOutput -- Escape::html() escapes.
		printf( "<meta %s=\"%s\" content=\"%s\">\n", esc_attr( $kind ), esc_attr( $name ), Escape::html( $content ) );
	}
}
