<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Html\Template;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Links\SecretParameters;

/**
 * Leads people back to the page of the plugin from which they came, after they register, choose a password and log in.
 * WordPress itself passes `redirect_to` only through the login. The login page of people who came from other pages
 * stays as WordPress shows it.
 *
 * Only addresses on this site are accepted (WebAddress). The site sends the address in a mail, possibly to a mistyped
 * recipient. So parameters that grant access are removed from the address.
 */
final class ReturnAddress {

	private const PARAMETER = 'redirect_to';

	/** Maximum length of an address, so that the address fits on one line of a mail. */
	private const MOST = 500;

	/** Returns an address on this site without the parameters that grant access; '' for any other address. */
	public static function sanitize( mixed $address ): string {
		$kept = self::without_keys( WebAddress::on_site( $address, home_url( '/' ) ) );
		return strlen( $kept ) > self::MOST ? '' : sanitize_url( $kept );
	}

	/** Removes the parameters that grant access. The visitor's own page of gifts needs no key. */
	private static function without_keys( string $address ): string {
		$secret = array( ...SecretParameters::OF_PAGES, ...SecretParameters::BESIDE, '_wpnonce' );
		$is_own = '1' === ( self::parameters( $address )[ SecretParameters::MY_GIFTS ] ?? '' );
		return remove_query_arg( array_diff( $secret, $is_own ? array( SecretParameters::MY_GIFTS ) : array() ), $address );
	}

	/** @return array<string, mixed> The parameters of an address. */
	private static function parameters( string $address ): array {
		wp_parse_str( (string) wp_parse_url( $address, PHP_URL_QUERY ), $sent );
		return $sent;
	}

	/** On the login page, adds the return address to the links to the login. */
	public static function add_to_login_link( mixed $url, mixed $next = '' ): mixed {
		$back = self::requested_target();
		return '' === $back || '' !== (string) $next
			? $url
			: add_query_arg( self::PARAMETER, rawurlencode( $back ), (string) $url );
	}

	/** Removes keys of the plugin's pages from login and logout links. Themes add the page's address to these links. */
	public static function remove_keys( mixed $url, mixed $next = '' ): mixed {
		$sent = self::parameters( (string) $next );
		if ( array() === array_intersect_key( array_flip( SecretParameters::OF_PAGES ), $sent ) ) {
			return $url;
		}
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.urlencode_urlencode -- WordPress encodes it in this way.
		$encoded = array( rawurlencode( (string) $next ), urlencode( (string) $next ) );
		// The logout address is already HTML, so it is not parsed.
		return str_replace( $encoded, rawurlencode( self::without_keys( (string) $next ) ), (string) $url );
	}

	/**
	 * On the login page of people who came from a page of the plugin, replaces the address of WordPress's registration
	 * with the address of our page, including the return address.
	 */
	public static function replace_registration_link( mixed $url ): mixed {
		$back = self::requested_target();
		return '' === $back ? $url : self::registration( (string) $url, $back );
	}

	/**
	 * Returns the address of the page on which visitors create an account, with the return address. On a network, or if
	 * another plugin has a registration page, the page is WordPress's `$url`. Otherwise, it is our page.
	 */
	public static function registration( string $url, string $back ): string {
		$is_ours = str_starts_with( $url, SignUpPage::url( '' ) );
		return ! is_multisite() && ( $is_ours || str_contains( $url, 'wp-login.php' ) )
			? SignUpPage::url( $back )
			: self::with_target( $url, $back );
	}

	/**
	 * Adds the return address to password-reset links on the login page. WordPress then sends a mail, and opens the login
	 * page, which shows a message about the mail and leads back. Only WordPress's own login page shows the message. If
	 * another plugin has replaced the login page, the form leads directly to the return address.
	 */
	public static function add_to_reset_link( mixed $url, mixed $next = '' ): mixed {
		$back = self::requested_target();
		if ( '' === $back || '' !== (string) $next ) {
			return $url;
		}
		return self::with_target(
			(string) $url,
			str_contains( (string) $url, 'wp-login.php' )
				? 'wp-login.php?checkemail=confirm&' . self::PARAMETER . '=' . rawurlencode( $back )
				: $back
		);
	}

	/** Returns an address that leads to another one; unchanged without `$next`. */
	private static function with_target( string $url, string $next ): string {
		return '' === $next
			? $url
			: add_query_arg( self::PARAMETER, rawurlencode( $next ), remove_query_arg( self::PARAMETER, $url ) );
	}

	/** Prints the return address into the form for a new password. */
	public static function print_field(): void {
		$back = self::requested_target();
		if ( '' !== $back ) {
			Template::print( 'html/hidden-fields', array( 'hidden' => array( self::PARAMETER => $back ) ) );
		}
	}

	/** Adds the return address to the link for choosing a password. */
	public static function add_to_reset_mail( mixed $message ): mixed {
		$back = self::requested_target();
		if ( '' === $back || ! is_string( $message ) ) {
			return $message;
		}
		// At the end of the link, mail programs could glue other characters to the return address.
		$add = static fn ( array $link ): string => $link[0] . self::PARAMETER . '=' . rawurlencode( $back ) . '&';
		return (string) preg_replace_callback( '~https?://[^\s<>]+wp-login\.php\?(?=[^\s<>]*\bkey=)~', $add, $message );
	}

	/** Returns the return address in this request to the login page; '' on other pages, or without a valid address. */
	private static function requested_target(): string {
		if ( ! did_action( 'login_init' ) ) {
			return '';
		}
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- The value is only a target and validated below.
		$asked = wp_unslash( $_REQUEST[ self::PARAMETER ] ?? '' );
		if (
			is_string( $asked ) && preg_match( '~^wp-login\.php\?checkemail=confirm&redirect_to=([^&]*)$~D', $asked, $part )
		) {
			$asked = rawurldecode( $part[1] );
		}
		$address = self::sanitize( $asked );
		return OwnerPage::leads_to_plugin( $address ) ? $address : '';
	}
}
