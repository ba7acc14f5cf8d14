<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Format\Price;
use Largesse\Giving\Bought;
use Largesse\Html\Escape;
use Largesse\Registry\EventDate;
use Largesse\Registry\Story;

/**
 * Renders a registry as a self-contained page: it has no scripts and loads nothing from other sites, so pictures are
 * links. It contains the data for an import as JSON.
 */
final class ExportPage {

	/** Id of the element with the data. */
	public const ELEMENT = 'largesse-registry';

	/** Styles for screen and print. */
	private const STYLE = 'body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1c1a18;background:#fff}h1,h2,h3{line-height:1.2;overflow-wrap:anywhere}ol{list-style:none;padding:0}li{border-block-start:1px solid #ccc;padding-block:.75rem;break-inside:avoid}p{margin:.25rem 0;overflow-wrap:anywhere}.story,blockquote{white-space:pre-line}.facts{color:#555}.facts span:not(:last-child)::after{content:" · "}a{color:inherit}@media print{a[href]::after{content:" (" attr(href) ")";font-size:.8em;overflow-wrap:anywhere}}';

	/**
	 * Renders the page.
	 *
	 * @param array<string, mixed> $exported See ExportedRegistry.
	 * @param Bought|null          $bought   Quantities of bought items for the reader.
	 */
	public static function of( array $exported, ?Bought $bought ): string {
		$registry = $exported['registry'];
		$title    = Escape::html( $registry['title'] );
		$facts    = array_filter( array( $registry['event_type'], EventDate::day( (string) $registry['event_date'] ) ) );
		$story    = 'html' === $registry['story_format'] ? Story::plain( $registry['story'] ) : $registry['story'];
		// Escaped, so that no text can end the element or begin a comment.
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
	 * Renders the wishes with their headings.
	 *
	 * @param list<array<string, mixed>> $wishes The wishes.
	 * @param Bought|null                $bought Quantities of bought items for the reader.
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
	 * Renders a wish.
	 *
	 * @param array<string, mixed> $wish   The wish.
	 * @param Bought|null          $bought Quantities of bought items for the reader.
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
	 * Renders the gifts.
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
	 * Renders facts on one line.
	 *
	 * @param array<string> $facts Plain texts.
	 */
	private static function facts( array $facts ): string {
		return array() === $facts ? '' : '<p class="facts">' . implode( '', array_map( static fn ( string $fact ) => '<span><bdi>' . Escape::html( $fact ) . '</bdi></span>', $facts ) ) . '</p>';
	}

	/** Renders a link that does not send a referrer to the shop. The text is HTML. */
	private static function link( string $url, string $html ): string {
		return '<a href="' . Escape::html( $url ) . "\" rel=\"noreferrer noopener nofollow\">{$html}</a>";
	}

	/** Checks whether an address is safe for a link: it must not be a script. */
	private static function is_web( string $url ): bool {
		return 1 === preg_match( '#^https?://#i', $url );
	}
}
