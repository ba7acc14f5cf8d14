<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Html\Escape;

/**
 * A mail that is rendered both as plain text and as HTML. The HTML loads nothing, and leaves colours to the mail
 * program except for the button, so that it is readable on light and dark backgrounds.
 */
final class Letter {

	/** Styles of the HTML. The mail is readable without them. */
	private const BODY   = 'margin:0;padding:24px 16px;font-family:system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5';
	private const SHEET  = 'max-width:34em;margin:0 auto;overflow-wrap:anywhere';
	private const TEXT   = 'margin:0 0 16px';
	private const BUTTON = 'display:inline-block;padding:12px 24px;border-radius:8px;background:#8f3527;color:#ffffff;font-weight:600;text-decoration:none';
	private const FACTS  = 'margin:0 0 16px;border-collapse:collapse;font-size:16px';
	private const LABEL  = 'padding:4px 16px 4px 0;text-align:start;vertical-align:top;font-weight:400;white-space:nowrap';
	private const FACT   = 'padding:4px 0;vertical-align:top;font-weight:600';
	private const QUOTE  = 'margin:0 0 16px;padding:0 0 0 16px;border-inline-start:3px solid #8c8c8c';
	private const FOOTER = 'margin:32px 0 0;padding:16px 0 0;border-top:1px solid #8c8c8c;font-size:14px';

	/**
	 * Parts of the mail as plain text.
	 *
	 * @var list<string>
	 */
	private array $texts = array();

	/** Parts of the mail as HTML. */
	private string $html = '';

	public function __construct( public readonly string $subject ) {}

	/** Adds a paragraph of plain text. */
	public function say( string $text ): self {
		$this->texts[] = $text;
		$this->html   .= sprintf( '<p style="%s">%s</p>', esc_attr( self::TEXT ), Escape::html( $text ) );
		return $this;
	}

	/**
	 * Adds facts with labels.
	 *
	 * @param list<array{0: string, 1: string}> $facts Label and plain text.
	 */
	public function tell( array $facts ): self {
		$this->texts[] = implode( "\n", array_map( static fn ( array $fact ) => "{$fact[0]}: {$fact[1]}", $facts ) );
		$rows          = array_map(
			static fn ( array $fact ) => sprintf(
				'<tr><th scope="row" style="%s">%s</th><td style="%s">%s</td></tr>',
				esc_attr( self::LABEL ),
				Escape::html( $fact[0] ),
				esc_attr( self::FACT ),
				Escape::html( $fact[1] )
			),
			$facts
		);
		$this->html   .= sprintf( '<table style="%s">%s</table>', esc_attr( self::FACTS ), implode( '', $rows ) );
		return $this;
	}

	/**
	 * Adds a list of entries with optional links.
	 *
	 * @param list<array{0: string, 1: string}> $entries Plain text, and an address that may be empty.
	 */
	public function enumerate( array $entries ): self {
		$this->texts[] = implode( "\n", array_map( static fn ( array $entry ) => "* {$entry[0]}" . ( '' === $entry[1] ? '' : "\n  {$entry[1]}" ), $entries ) );
		$items         = array_map(
			static fn ( array $entry ) => '<li style="margin:0 0 8px">' . ( '' === $entry[1] ? Escape::html( $entry[0] ) : sprintf( '<a href="%s">%s</a>', Escape::html( $entry[1] ), Escape::html( $entry[0] ) ) ) . '</li>',
			$entries
		);
		$this->html   .= '<ul style="margin:0 0 16px;padding:0 0 0 24px">' . implode( '', $items ) . '</ul>';
		return $this;
	}

	/**
	 * Adds a quotation, marked in each line.
	 *
	 * @param list<string> $lines Plain text.
	 */
	public function quote( array $lines ): self {
		$this->texts[] = implode( "\n", array_map( static fn ( string $line ) => rtrim( "> {$line}" ), $lines ) );
		$this->html   .= sprintf( '<blockquote dir="auto" style="%s">%s</blockquote>', esc_attr( self::QUOTE ), implode( '<br>', array_map( Escape::html( ... ), $lines ) ) );
		return $this;
	}

	/**
	 * Adds a link as the next step.
	 *
	 * @param string $text Label of the link.
	 * @param string $url  Address of the link.
	 */
	public function lead( string $text, string $url ): self {
		$this->texts[] = "{$text}:\n{$url}";
		$this->html   .= sprintf( '<p style="margin:24px 0"><a href="%s" style="%s">%s</a></p>', Escape::html( $url ), esc_attr( self::BUTTON ), Escape::html( $text ) );
		return $this;
	}

	/**
	 * Ends the mail with the reason why it was sent.
	 *
	 * @param string $text Plain text.
	 * @param string $end  Label of a link to change that; may be empty.
	 * @param string $url  Address of the link.
	 */
	public function close( string $text, string $end = '', string $url = '' ): self {
		// Mail programs recognize this as the beginning of a signature.
		$this->texts[] = "-- \n{$text}" . ( '' === $end ? '' : "\n\n{$end}:\n{$url}" );
		$link          = '' === $end ? '' : sprintf( '<br><br><a href="%s">%s</a>', Escape::html( $url ), Escape::html( $end ) );
		$this->html   .= sprintf( '<p style="%s">%s</p>', esc_attr( self::FOOTER ), Escape::html( $text ) . $link );
		return $this;
	}

	/** Returns the mail as plain text. */
	public function text(): string {
		return implode( "\n\n", $this->texts ) . "\n";
	}

	/** Returns the mail as an HTML page, in WordPress's current language. */
	public function html(): string {
		return sprintf(
			'<!DOCTYPE html><html lang="%1$s" dir="%2$s"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>%3$s</title><style>:root{color-scheme:light dark;supported-color-schemes:light dark}</style></head><body style="%4$s"><div style="%5$s">%6$s</div></body></html>',
			esc_attr( str_replace( '_', '-', determine_locale() ) ),
			is_rtl() ? 'rtl' : 'ltr',
			Escape::html( $this->subject ),
			esc_attr( self::BODY ),
			esc_attr( self::SHEET ),
			$this->html
		);
	}
}
