<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use Largesse\Guests\StoryHtml;
use Largesse\Registry\EventDate;
use Largesse\Registry\Occasion;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use WP_Post;

/** Data that chats and other sites show for a shared link (Open Graph). All values are plain text, by property. */
final class LinkPreview {

	/** @return array<string, string> Preview of a public registry. */
	public static function of_registry( WP_Post $registry ): array {
		$title   = Registries::title( $registry );
		$day     = EventDate::day( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) );
		$parts   = array( $title, Occasion::type( $registry ), $day );
		$preview = array(
			'og:title'       => $title,
			'og:description' => self::description( $registry ),
			'og:url'         => (string) get_permalink( $registry ),
		);
		return $preview + self::of_site() + self::picture( SharedPicture::url( $registry ), 'image/jpeg', implode( ' · ', array_filter( $parts, 'strlen' ) ) );
	}

	/** @return array<string, string> Preview of another page, with own properties of this page. */
	public static function general( array $own = array() ): array {
		return $own + self::of_site() + self::picture( plugins_url( 'assets/share.png', dirname( __DIR__, 2 ) . '/largesse.php' ), 'image/png', __( 'Presents', 'largesse' ) );
	}

	/** Returns the first words of a registry's story, otherwise its occasion, otherwise a general sentence. */
	private static function description( WP_Post $registry ): string {
		$words = StoryHtml::first_words( $registry );
		if ( '' !== $words ) {
			return $words;
		}
		$occasion = Occasion::type( $registry );
		if ( '' !== $occasion ) {
			/* translators: %s: an occasion, such as "Wedding". */
			return sprintf( __( '%s: these are our wishes.', 'largesse' ), $occasion );
		}
		return __( 'These are our wishes. Have a look!', 'largesse' );
	}

	/** Returns the name of the site as plain text. */
	public static function site_name(): string {
		return html_entity_decode( (string) get_bloginfo( 'name' ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}

	/** @return array<string, string> Properties that all pages share. */
	private static function of_site(): array {
		// `og:locale` must be a language with a country: `de_DE`, but not `de_DE_formal` or `de`.
		$has_locale = 1 === preg_match( '/^[a-z]{2,3}_[A-Z]{2}(?=_|$)/', get_locale(), $locale );
		return array(
			'og:type'      => 'website',
			'og:site_name' => self::site_name(),
			...( $has_locale ? array( 'og:locale' => $locale[0] ) : array() ),
		);
	}

	/** @return array<string, string> Properties of a picture with an alternative text. */
	private static function picture( string $url, string $type, string $alt ): array {
		return array(
			'og:image'        => $url,
			'og:image:type'   => $type,
			'og:image:width'  => (string) PreviewJpeg::WIDTH,
			'og:image:height' => (string) PreviewJpeg::HEIGHT,
			'og:image:alt'    => $alt,
			'twitter:card'    => 'summary_large_image',
		);
	}
}
