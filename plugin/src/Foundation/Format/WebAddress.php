<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/** Checks and completes web addresses. Callers must still escape the addresses. */
final class WebAddress {

	/**
	 * Pattern of the place before `www.` and at least two more labels: at the beginning of a word, or behind a character
	 * of Chinese, Japanese or Korean, which write no spaces.
	 */
	private const BARE_WWW = '~(?<![^\s"\'(<\[„“‚‘«‹\x{3000}-\x{9fff}\x{ac00}-\x{d7af}\x{ff00}-\x{ff0f}\x{ff1a}-\x{ff20}])'
		. '(?=www\.(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}{2})~iu';

	/** Returns a trimmed http or https address; an empty text for anything else. */
	public static function of( string $typed ): string {
		$address = trim( $typed );
		if ( '' === $address || preg_match( '/[\x00-\x1f\x7f]/', $address ) ) {
			return '';
		}
		// phpcs:ignore WordPress.WP.AlternativeFunctions.parse_url_parse_url -- wp_parse_url() differs only for addresses without a scheme.
		$parts = parse_url( $address );
		$is_http = is_array( $parts ) && in_array( strtolower( $parts['scheme'] ?? '' ), array( 'http', 'https' ), true );
		return $is_http && self::is_host( $parts['host'] ?? '' ) ? $address : '';
	}

	/** Checks whether browsers accept a host: they decode it first, and refuse spaces and some signs. */
	private static function is_host( string $host ): bool {
		return 1 === preg_match( '~^(?:\[[0-9a-f:.]+\]|[^\x00-\x20"#%/:<>?@\[\]\\\\^`{|}\x7F]+)$~iD', rawurldecode( $host ) );
	}

	/**
	 * Reads an address that a person typed or pasted. Repairs what is clearly meant (contract/web-address.ts).
	 *
	 * @return array{address: string, fault: string} The address with its scheme; or '', and the format that the text
	 *         lacks.
	 */
	public static function read( string $typed ): array {
		$text = $typed;
		foreach (
			strlen( $typed ) > AddressPatterns::MAX_BYTES ? array() : AddressPatterns::REPAIRS as list( $pattern, $to )
		) {
			$text = preg_replace( $pattern, $to, $text ) ?? $text;
		}
		if ( 1 !== preg_match( AddressPatterns::ADDRESS, $text ) ) {
			return array(
				'address' => '',
				'fault'   => self::fault( $text ),
			);
		}
		return array(
			'address' => preg_match( AddressPatterns::SCHEME, $text ) ? $text : "https://{$text}",
			'fault'   => '',
		);
	}

	/** Returns the format that a text lacks; '' for an address with or without a scheme. */
	public static function fault( string $text ): string {
		if ( 1 === preg_match( AddressPatterns::ADDRESS, $text ) ) {
			return '';
		}
		foreach ( AddressPatterns::FAULTS as list( $pattern, $format ) ) {
			if ( preg_match( $pattern, $text ) ) {
				return $format;
			}
		}
		return 'web-address';
	}

	/**
	 * Returns a text without invisible marks and repeated schemes. In a text without any scheme, each `www.` gets one. If
	 * there is a scheme, the sender means the address with it.
	 */
	public static function cleaned( string $text ): string {
		$unmeant = array( AddressPatterns::REPAIRS[0][0], AddressPatterns::REPEATED_SCHEME );
		$plain   = preg_replace( $unmeant, '', $text ) ?? $text;
		$is_bare = 1 !== preg_match( '~https?://~i', $plain );
		return $is_bare ? preg_replace( self::BARE_WWW, 'https://', $plain ) ?? $plain : $plain;
	}

	/** Returns the first http or https address in a text of any script; '' for none. */
	public static function in_text( string $text ): string {
		$plain = self::cleaned( $text );
		if ( 1 !== preg_match( AddressPatterns::ADDRESS_IN_TEXT, $plain, $found, PREG_OFFSET_CAPTURE ) ) {
			return '';
		}
		list( $address, $at ) = $found[0];
		if (
			1 === preg_match( AddressPatterns::ENCLOSED . 'A', $plain, $enclosed, 0, $at )
			&& strlen( $enclosed[0] ) <= strlen( $address )
			&& 1 === preg_match( AddressPatterns::ADDRESS_IN_TEXT, $enclosed[0], $inner )
		) {
			$address = $inner[0];
		}
		$first = (string) strtok( (string) preg_replace( '~[,;|]+(?=https?://)~i', "\n", $address ), "\n" );
		return self::of( (string) preg_replace( AddressPatterns::NO_END, '', $first ) );
	}

	/** Returns a typed address with repairs; other texts stay unchanged. */
	public static function repaired( string $typed ): string {
		$address = self::read( $typed )['address'];
		return '' === $address ? $typed : $address;
	}

	/**
	 * Returns the address of an item's shop; '' if no browser opens it. Items can be older than the rules, so spaces in
	 * an address are encoded.
	 */
	public static function of_shop( string $stored ): string {
		$address = self::of( str_replace( ' ', '%20', trim( $stored ) ) );
		return '' === $address ? self::read( $stored )['address'] : $address;
	}

	/**
	 * Returns an address or a path on this site with scheme and host; '' for any other value, and for the login page.
	 * Anyone can forge the address in a request, so other addresses are refused.
	 *
	 * @param string $home Address of the home page, with scheme, host and path.
	 */
	public static function on_site( mixed $address, string $home ): string {
		if (
			! is_string( $address )
			|| '' === $address
			|| preg_match( '/[\x00-\x20\x7f\\\\<>"]|%0[0ad]/i', $address )
			|| str_starts_with( $address, '//' )
		) {
			return '';
		}
		// phpcs:disable WordPress.WP.AlternativeFunctions.parse_url_parse_url -- This class runs without WordPress.
		$home = (array) parse_url( $home );
		// PHP takes a colon in a path without a host for a port.
		$has_host = ! str_starts_with( $address, '/' );
		$parts    = parse_url( $has_host ? $address : "http://host{$address}" );
		// phpcs:enable WordPress.WP.AlternativeFunctions.parse_url_parse_url
		if ( ! is_array( $parts ) || isset( $parts['user'] ) || isset( $parts['pass'] ) ) {
			return '';
		}
		$is_here = $has_host && isset( $parts['host'], $parts['scheme'] )
			? in_array( strtolower( $parts['scheme'] ), array( 'http', 'https' ), true )
				&& strtolower( $parts['host'] ) === strtolower( $home['host'] ?? '' )
				&& ( $parts['port'] ?? 0 ) === ( $home['port'] ?? 0 )
			: ! $has_host || ( ! isset( $parts['host'] ) && ! isset( $parts['scheme'] ) && ! isset( $parts['port'] ) );
		$path    = $parts['path'] ?? '/';
		if (
			! $is_here
			|| ! str_starts_with( $path, $home['path'] ?? '/' )
			|| str_starts_with( $path, '//' )
			|| str_contains( $path, 'wp-login.php' )
		) {
			return '';
		}
		$port = isset( $home['port'] ) ? ":{$home['port']}" : '';
		return "{$home['scheme']}://{$home['host']}{$port}{$path}"
			. ( isset( $parts['query'] ) ? "?{$parts['query']}" : '' )
			. ( isset( $parts['fragment'] ) ? "#{$parts['fragment']}" : '' );
	}
}
