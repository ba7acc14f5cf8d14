<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Foundation\Html\Template;

/**
 * A mail that is rendered both as plain text and as HTML. The HTML loads nothing. The mail program chooses all colours
 * except those of the button, so that the mail is readable on light and dark backgrounds. The button has the accent
 * colour of the theme.
 */
final class MailMessage {

	/** @var list<array<string, mixed>> Kinds and data of the mail's parts for the template. */
	private array $parts = array();

	/** Index of the greeting; null for none. */
	private ?int $greeting = null;

	public function __construct( public readonly string $subject ) {}

	/** Adds a greeting, which names the reader if `greet()` was called with a name. */
	public function add_greeting(): self {
		$this->greeting = count( $this->parts );
		return $this->add_paragraph( __( 'Hello!', 'largesse' ) );
	}

	/** Completes the greeting. @param string $name Name of the reader; '' if it is unknown. */
	public function greet( string $name ): void {
		if ( null !== $this->greeting && '' !== $name ) {
			/* translators: %s: name of a person. */
			$this->parts[ $this->greeting ]['text'] = sprintf( __( 'Hello %s!', 'largesse' ), $name );
		}
	}

	/** Adds a paragraph of plain text. */
	public function add_paragraph( string $text ): self {
		return $this->add( 'text', compact( 'text' ) );
	}

	/** @param list<array{0: string, 1: string}> $facts Labels and plain texts. Facts without a text are omitted. */
	public function add_facts( array $facts ): self {
		$facts = array_values( array_filter( $facts, static fn ( array $fact ): bool => '' !== $fact[1] ) );
		return $facts ? $this->add( 'facts', compact( 'facts' ) ) : $this;
	}

	/** @param list<array{0: string, 1: string}> $entries Plain texts, and addresses that may be empty. */
	public function add_list( array $entries ): self {
		return $this->add( 'list', compact( 'entries' ) );
	}

	/** @param list<string> $lines Plain text. */
	public function add_quote( array $lines ): self {
		return $this->add( 'quote', compact( 'lines' ) );
	}

	/** Adds the link that the reader should open next. The HTML shows the link as a button. */
	public function add_link( string $text, string $url ): self {
		return $this->add( 'button', compact( 'text', 'url' ) );
	}

	/** Ends the mail with the reason why it was sent, and optionally a link with which the reader refuses such mails. */
	public function add_footer( string $text, string $link = '', string $url = '' ): self {
		return $this->add( 'footer', compact( 'text', 'link', 'url' ) );
	}

	/** Ends an invitation from a member. @param string $never Address at which the reader refuses such mails. */
	public function add_footer_of_invitation( string $member, string $never ): self {
		/* translators: 1: name of a person, 2: name of the site, 3: its address. */
		$text = sprintf( __( 'You get this mail because %1$s asked for it at %2$s (%3$s); your reply goes to them. If you do not know them, you don’t have to do anything.', 'largesse' ), $member, Delivery::site(), home_url( '/' ) );
		return $this->add_footer( $text, __( 'Stop these mails', 'largesse' ), $never );
	}

	private function add( string $kind, array $data ): self {
		$this->parts[] = array( 'kind' => $kind ) + $data;
		return $this;
	}

	/** Returns the mail as plain text. */
	public function text(): string {
		$text = static fn ( array $part ): string => match ( $part['kind'] ) {
			'text'   => $part['text'],
			'facts'  => implode( "\n", array_map( static fn ( array $fact ) => "{$fact[0]}: {$fact[1]}", $part['facts'] ) ),
			'list'   => implode(
				"\n",
				array_map(
					static fn ( array $entry ) => "* {$entry[0]}" . ( '' === $entry[1] ? '' : "\n  {$entry[1]}" ),
					$part['entries']
				)
			),
			'quote'  => implode( "\n", array_map( static fn ( string $line ) => rtrim( "> {$line}" ), $part['lines'] ) ),
			'button' => "{$part['text']}:\n{$part['url']}",
			// Mail programs recognize a line with two hyphens and a space as the beginning of a signature.
			'footer' => "-- \n{$part['text']}" . ( '' === $part['link'] ? '' : "\n\n{$part['link']}:\n{$part['url']}" ),
		};
		return implode( "\n\n", array_map( $text, $this->parts ) ) . "\n";
	}

	/** Returns the mail as an HTML page, in WordPress's current language. */
	public function html(): string {
		return Template::render(
			'mail/message',
			array(
				'subject'  => $this->subject,
				'language' => str_replace( '_', '-', determine_locale() ),
				'parts'    => $this->parts,
				'button'   => self::button_colours(),
			)
		);
	}

	/** @return array{0: string, 1: string} Background and text colour of the button, from the theme if possible. */
	private static function button_colours(): array {
		$palette = wp_get_global_settings( array( 'color', 'palette', 'theme' ) );
		$colours = array_column( is_array( $palette ) ? $palette : array(), 'color', 'slug' );
		$pair    = array( $colours['accent'] ?? '', $colours['on-accent'] ?? '' );
		return array_filter(
			$pair,
			static fn ( mixed $one ): bool => 1 === preg_match( '/^#[0-9a-f]{6}$/iD', (string) $one )
		) === $pair
			? $pair
			: array( '#8f3527', '#ffffff' );
	}
}
