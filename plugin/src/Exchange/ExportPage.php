<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Format\Price;
use Largesse\Giving\Bought;
use Largesse\Html\Escape;
use Largesse\Registry\EventDate;
use Largesse\Registry\Story;

/**
 * Writes a registry as one page that needs nothing else: no script runs in it, and opening it asks no other site for
 * anything, so pictures are links. The data with which it is imported again stand in it as JSON.
 */
final class ExportPage {

	/** Id of the element that holds the data. */
	public const ELEMENT = 'largesse-registry';

	/** How the page looks, on paper too. */
	private const STYLE = 'body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1c1a18;background:#fff}h1,h2,h3{line-height:1.2;overflow-wrap:anywhere}ol{list-style:none;padding:0}li{border-block-start:1px solid #ccc;padding-block:.75rem;break-inside:avoid}p{margin:.25rem 0;overflow-wrap:anywhere}.story,blockquote{white-space:pre-line}.facts{color:#555}.facts span:not(:last-child)::after{content:" · "}a{color:inherit}@media print{a[href]::after{content:" (" attr(href) ")";font-size:.8em;overflow-wrap:anywhere}}';

	/**
	 * Writes the page.
	 *
	 * @param array<string, mixed> $exported See ExportedRegistry.
	 * @param Bought|null          $bought   Numbers of bought items for the reader.
	 */
	public static function of( array $exported, ?Bought $bought ): string {
		$registry = $exported['registry'];
		$title    = Escape::html( $registry['title'] );
		$facts    = array_filter( array( $registry['event_type'], EventDate::day( (string) $registry['event_date'] ) ) );
		$story    = 'html' === $registry['story_format'] ? Story::plain( $registry['story'] ) : $registry['story'];
		// Nothing in it can end the element, or begin a comment.
		$json = wp_json_encode( $exported, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
		return '<!DOCTYPE html><html lang="' . Escape::html( str_replace( '_', '-', determine_locale() ) ) . '"><head><meta charset="utf-8">'
			. '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; base-uri \'none\'; form-action \'none\'">'
			. '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">'
			. "<title>{$title}</title><style>" . self::STYLE . '</style></head><body>'
			. "<header><h1 dir=\"auto\">{$title}</h1>" . self::facts( $facts ) . ( '' === trim( $story ) ? '' : '<p class="story" dir="auto">' . Escape::html( $story ) . '</p>' ) . '</header>'
			. '<main><h2>' . esc_html__( 'Wishes', 'largesse' ) . '</h2>' . self::wishes( $exported['wishes'], $bought ) . self::gifts( $exported['gifts'] ?? array() ) . '</main>'
			. '<script type="application/json" id="' . self::ELEMENT . "\">{$json}</script></body></html>\n";
	}

	/**
	 * Writes the wishes, under their headings.
	 *
	 * @param list<array<string, mixed>> $wishes The wishes.
	 * @param Bought|null                $bought Numbers of bought items for the reader.
	 */
	private static function wishes( array $wishes, ?Bought $bought ): string {
		$html  = '';
		$above = null;
		foreach ( $wishes as $wish ) {
			if ( $above !== $wish['heading'] ) {
				$above = $wish['heading'];
				$html .= '</ol><h3 dir="auto">' . Escape::html( (string) $above ) . '</h3><ol>';
			}
			$html .= self::wish( $wish, $bought );
		}
		return "<ol>{$html}</ol>";
	}

	/**
	 * Writes a wish.
	 *
	 * @param array<string, mixed> $wish   The wish.
	 * @param Bought|null          $bought Numbers of bought items for the reader.
	 */
	private static function wish( array $wish, ?Bought $bought ): string {
		$facts = array_filter( array( $wish['most_wanted'] ? __( 'Most of all', 'largesse' ) : '', null === $wish['price'] ? '' : Price::text( (float) $wish['price'] ), (string) $wish['retailer'], $bought?->text( $wish ) ?? Bought::number( $wish ) ) );
		$name  = Escape::html( $wish['name'] );
		$named = self::is_web( (string) $wish['url'] ) ? self::link( (string) $wish['url'], $name ) : $name;
		$more  = '' === trim( (string) $wish['description'] ) ? '' : '<p class="story" dir="auto">' . Escape::html( $wish['description'] ) . '</p>';
		$image = self::is_web( (string) $wish['image_url'] ) ? '<p>' . self::link( (string) $wish['image_url'], esc_html__( 'Picture', 'largesse' ) ) . '</p>' : '';
		return "<li><h3 dir=\"auto\">{$named}</h3>" . self::facts( $facts ) . "{$more}{$image}</li>";
	}

	/**
	 * Writes the gifts.
	 *
	 * @param list<array<string, mixed>> $gifts The gifts.
	 */
	private static function gifts( array $gifts ): string {
		if ( array() === $gifts ) {
			return '';
		}
		$html = '';
		foreach ( $gifts as $gift ) {
			$facts = array_filter( array( $gift['quantity'] > 1 ? number_format_i18n( $gift['quantity'] ) . ' ×' : '', (string) $gift['who'], EventDate::day( (string) $gift['given_on'] ), $gift['is_secret'] ? __( 'Secret', 'largesse' ) : '' ) );
			$words = null === $gift['message'] ? '' : '<blockquote dir="auto">' . Escape::html( $gift['message'] ) . '</blockquote>';
			$html .= '<li><h3 dir="auto">' . Escape::html( $gift['wish'] ) . '</h3>' . self::facts( $facts ) . "{$words}</li>";
		}
		return '<h2>' . esc_html__( 'Gifts', 'largesse' ) . "</h2><ol>{$html}</ol>";
	}

	/**
	 * Writes facts in one line.
	 *
	 * @param array<string> $facts Plain texts.
	 */
	private static function facts( array $facts ): string {
		return array() === $facts ? '' : '<p class="facts">' . implode( '', array_map( static fn ( string $fact ) => '<span><bdi>' . Escape::html( $fact ) . '</bdi></span>', $facts ) ) . '</p>';
	}

	/** Writes a link that tells its shop nothing of this page. The text is HTML. */
	private static function link( string $url, string $html ): string {
		return '<a href="' . Escape::html( $url ) . "\" rel=\"noreferrer noopener nofollow\">{$html}</a>";
	}

	/** Checks whether a link may lead to an address: not to a script, whatever was stored. */
	private static function is_web( string $url ): bool {
		return 1 === preg_match( '#^https?://#i', $url );
	}
}
