<?php
declare( strict_types=1 );

namespace Largesse\Managing\Sharing;

use Largesse\Foundation\Blocks\Blocks;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Promises\Giving\RemainingView;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Story;
use Largesse\Services;
use WP_Post;

/**
 * Prints meta tags that describe a page of the plugin to chats, other sites and search engines (rules: Shared links).
 * Registries are described only if they are public; the page of any other registry has the same tags as a missing
 * registry. Prints nothing if another plugin prints such tags for all pages.
 */
final class HeadTags {

	/** Maximum number of wishes in data for search engines. */
	private const MOST = 50;

	/** Constants of Yoast SEO, Rank Math, SEOPress, All in One SEO, The SEO Framework and Slim SEO. */
	private const SEO_PLUGINS = array(
		'WPSEO_VERSION',
		'RANK_MATH_VERSION',
		'SEOPRESS_VERSION',
		'AIOSEO_VERSION',
		'THE_SEO_FRAMEWORK_VERSION',
		'SLIM_SEO_VER',
	);

	/** Prints the tags of the current page. */
	public static function show(): void {
		// A single post or page without a registry needs no tags.
		if ( is_singular() && 0 !== get_queried_object_id() && ! Blocks::shows_registry() ) {
			return;
		}
		// WordPress prints the canonical address later (priority 10).
		add_filter( 'get_canonical_url', array( self::class, 'canonical' ), 10, 2 );
		if (
			array_filter( self::SEO_PLUGINS, 'defined' )
			|| class_exists( 'RankMath', false )
			|| function_exists( 'aioseo' )
			|| function_exists( 'the_seo_framework' )
		) {
			return;
		}
		$registry = self::registry();
		if ( null !== $registry ) {
			self::show_registry( $registry );
		} elseif ( is_404() ? Registries::may_be_requested() : self::is_of_registry() ) {
			// Print only the name of the site. The title of the page may contain the name of a registry with a
			// password.
			self::print( self::general_preview( array( 'og:title' => self::site_name() ) ) );
		} elseif ( PrivatePage::is_shown() ) {
			self::print( self::general_preview() );
		} elseif ( RegistryPostType::NAME === get_query_var( 'post_type' ) && is_home() ) {
			self::show_list();
		}
	}

	/** Returns the address of a public registry as the canonical address of a page that shows it. */
	public static function canonical( mixed $url, mixed $post ): mixed {
		$registry = $post instanceof WP_Post && get_queried_object_id() === $post->ID && is_page() ? self::registry() : null;
		return $registry ? get_permalink( $registry ) : $url;
	}

	private static function show_registry( WP_Post $registry ): void {
		$all = self::preview_of( $registry );
		/**
		 * Filters the preview that other sites show for a shared link to a public registry. Return an empty array to
		 * print no tags.
		 *
		 * @param array<string, string> $preview  Plain texts by the name of their property, such as `og:title`.
		 * @param WP_Post               $registry The registry.
		 */
		$preview = apply_filters( 'largesse_share_preview', $all, $registry );
		if ( ! is_array( $preview ) || array() === $preview ) {
			return;
		}
		self::print( $preview, (string) ( $preview['og:description'] ?? '' ) );
		if ( NoCacheHeaders::is_sent() ) {
			// Search engines must not list this page, so it needs no data for them.
			return;
		}
		// The page shows the same items, so reading the items here causes no second call of the service.
		$items = RemainingView::for_public_page( $registry )->items( Services::get( Store::class ), $registry );
		self::print_data( $registry, $preview + $all, is_wp_error( $items ) ? array() : $items );
	}

	/**
	 * Prints data for search engines (schema.org, as JSON-LD): the names of the wishes as guests see them, but no
	 * prices, quantities or gifts. Does not describe a registry as an event, because a registry has no place, and its
	 * page invites no one.
	 */
	private static function print_data( WP_Post $registry, array $preview, array $items ): void {
		$shown = array_slice( $items, 0, self::MOST );
		$entry = static fn ( array $item, int $index ): array => array(
			'@type'    => 'ListItem',
			'position' => $index + 1,
			'name'     => (string) $item['name'],
		);
		$page  = array(
			'@context'      => 'https://schema.org',
			'@type'         => 'CollectionPage',
			'name'          => $preview['og:title'],
			'description'   => $preview['og:description'],
			'url'           => $preview['og:url'],
			'image'         => $preview['og:image'],
			'datePublished' => get_post_time( 'c', true, $registry ),
			'mainEntity'    => array(
				'@type'           => 'ItemList',
				'numberOfItems'   => count( $items ),
				'itemListElement' => array_map( $entry, $shown, array_keys( $shown ) ),
			),
		);
		// Encode "<" and "&", so that no text can end the script.
		$json = wp_json_encode( $page, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
		wp_print_inline_script_tag( (string) $json, array( 'type' => 'application/ld+json' ) );
	}

	private static function show_list(): void {
		$about = __( 'Wish lists that everybody can open.', 'largesse' );
		$url   = add_query_arg( 'post_type', RegistryPostType::NAME, home_url( '/' ) );
		$own   = array(
			'og:title'       => __( 'Registries', 'largesse' ),
			'og:description' => $about,
			'og:url'         => $url,
		);
		self::print( self::general_preview( $own ), $about );
		if ( ! is_paged() ) {
			Template::print( 'html/head-link', array( 'rel' => 'canonical' ) + compact( 'url' ) );
		}
	}

	/** Returns the public registry of this page; null for none. */
	private static function registry(): ?WP_Post {
		$registry = self::is_of_registry() ? Registries::shown() : null;
		return $registry && Registries::is_public( $registry ) ? $registry : null;
	}

	/** Checks whether the page is a registry, or contains the block `largesse/registry`. */
	private static function is_of_registry(): bool {
		return is_singular( RegistryPostType::NAME ) || ( is_page() && has_block( 'largesse/registry' ) );
	}

	/** Prints properties, and a description for search engines, as plain text. */
	private static function print( array $preview, string $description = '' ): void {
		$tags = '' === $description ? array() : array( array( 'name', 'description', $description ) );
		foreach ( $preview as $property => $content ) {
			$tags[] = array(
				str_starts_with( (string) $property, 'twitter:' ) ? 'name' : 'property',
				(string) $property,
				(string) $content,
			);
		}
		Template::print( 'sharing/head-tags', array( 'tags' => $tags ) );
	}

	/** @return array<string, string> Preview of a public registry: plain texts by property. */
	private static function preview_of( WP_Post $registry ): array {
		$title    = Registries::title( $registry );
		$words    = Story::first_words( $registry );
		$occasion = Occasion::type( $registry );
		$day      = Occasion::day( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) );
		$own      = array(
			'og:title'       => $title,
			'og:description' => match ( true ) {
				'' !== $words    => $words,
				/* translators: %s: an occasion, such as "Wedding". */
				'' !== $occasion => sprintf( __( '%s: these are our wishes.', 'largesse' ), $occasion ),
				default          => __( 'These are our wishes. Have a look!', 'largesse' ),
			},
			'og:url'         => (string) get_permalink( $registry ),
		);
		return self::preview(
			$own,
			SharedPicture::url( $registry ),
			'image/jpeg',
			implode( ' · ', array_filter( array( $title, $occasion, $day ), 'strlen' ) )
		);
	}

	/** @return array<string, string> Preview of another page, with own properties of this page. */
	private static function general_preview( array $own = array() ): array {
		return self::preview(
			$own,
			plugins_url( 'assets/share.png', dirname( __DIR__, 3 ) . '/largesse.php' ),
			'image/png',
			__( 'Presents', 'largesse' )
		);
	}

	/** @return array<string, string> Own properties of a page, with those of the site and of a picture. */
	private static function preview( array $own, string $picture, string $type, string $alt ): array {
		// `og:locale` must be a language with a country: `de_DE`, but not `de_DE_formal` or `de`.
		$has_locale = 1 === preg_match( '/^[a-z]{2,3}_[A-Z]{2}(?=_|$)/', get_locale(), $locale );
		return $own + array(
			'og:type'         => 'website',
			'og:site_name'    => self::site_name(),
			...( $has_locale ? array( 'og:locale' => $locale[0] ) : array() ),
			'og:image'        => $picture,
			'og:image:type'   => $type,
			'og:image:width'  => (string) PreviewJpeg::WIDTH,
			'og:image:height' => (string) PreviewJpeg::HEIGHT,
			'og:image:alt'    => $alt,
			'twitter:card'    => 'summary_large_image',
		);
	}

	/** Returns the name of the site as plain text. */
	private static function site_name(): string {
		return html_entity_decode( (string) get_bloginfo( 'name' ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}
}
