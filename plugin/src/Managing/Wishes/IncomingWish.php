<?php
declare( strict_types=1 );

namespace Largesse\Managing\Wishes;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Service\Rules;

/**
 * A wish in the parameters of an address: from the bookmarklet, the share sheet of a phone, or a link. The wish fills a
 * form and is never stored automatically (docs/pages.md: Wishes from anywhere). Invalid values are removed, and long
 * texts are truncated.
 */
final class IncomingWish {

	/** Names of the parameters with the address of the shop's page, and with the name of the wish. */
	public const URL  = SharedNames::WISH_URL_PARAMETER;
	public const NAME = SharedNames::WISH_NAME_PARAMETER;

	/** Parameter with the text that a phone shares. The text often contains the address. */
	public const TEXT = SharedNames::WISH_TEXT_PARAMETER;

	/** Bytes of an encoded address. The login encodes it again, and web servers refuse long request lines. */
	private const MAX_URL_BYTES = 2600;

	/** Maximum number of bytes that are read from each parameter. */
	private const MAX_TEXT_BYTES = 10000;

	/** @param bool $is_lost Whether an invalid address was sent. */
	private function __construct(
		public readonly string $url,
		public readonly string $name,
		public readonly bool $is_lost
	) {}

	/** Checks whether this request contains a wish. */
	public static function is_in_request(): bool {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- The value fills a form and changes nothing.
		return isset( $_GET[ self::URL ] ) || isset( $_GET[ self::TEXT ] );
	}

	/** Returns the wish in this request, or null. */
	public static function from_request(): ?self {
		return self::is_in_request() ? self::of( wp_unslash( $_GET ) ) : null; // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- The value fills a form and changes nothing.
	}

	private static function of( array $parameters ): self {
		$text = static fn ( string $key ): string => is_string( $parameters[ $key ] ?? null ) ? substr(
			$parameters[ $key ],
			0,
			self::MAX_TEXT_BYTES
		) : '';
		$said = trim( $text( self::URL ) );
		$rest = $text( self::TEXT );
		// Other characters separate an address from words.
		$is_address = 1 === preg_match( '~^[\x21-\x7E\p{L}\p{M}\p{N}]+$~u', $said );
		$url        = $is_address ? self::address( WebAddress::read( $said )['address'] ) : '';
		// Many apps share the address inside the text, or as the title, or send the whole text as the address.
		foreach ( '' === $url ? array( $said, $rest, $text( self::NAME ) ) : array() as $words ) {
			$url = '' === $url ? self::address( WebAddress::in_text( $words ) ) : $url;
		}
		$rest = '' === $rest && '' !== $url && ! $is_address ? $said : $rest;
		$name = SharedName::of( $text( self::NAME ) );
		return new self( $url, '' === $name ? SharedName::of( $rest ) : $name, '' === $url && '' !== $said );
	}

	/** @return array<string, string> Encoded parameters that pass the wish to another page. */
	public function parameters(): array {
		return array_map(
			'rawurlencode',
			array( self::URL => $this->url ) + (
				'' === $this->name ? array() : array( self::NAME => SharedName::encode( $this->name ) )
			)
		);
	}

	/** Returns a valid http or https address; '' for anything else. */
	private static function address( string $typed ): string {
		$address = wp_check_invalid_utf8( $typed ) === $typed ? WebAddress::of( $typed ) : '';
		return mb_strlen( $address ) > Rules::FIELDS['url']['max'] || strlen( rawurlencode( $address ) ) > self::MAX_URL_BYTES
			? ''
			: $address;
	}
}
