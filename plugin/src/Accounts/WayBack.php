<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

/**
 * Leads people back to where they were after all that WordPress has them do for an account: register, find a mail, choose
 * a password, sign in. WordPress itself carries `redirect_to` through the last of these steps alone.
 *
 * What is carried comes from an address that anybody can make, so it counts only as long as it is on this site. It goes
 * into a mail to an address that may be mistyped, so it holds no keys.
 */
final class WayBack {

	/** What WordPress's login says after a step: the values of its parameter `checkemail`. */
	public const REGISTERED      = 'registered';
	private const ASKED_TO_RESET = 'confirm';

	/** WordPress's parameter for where to go next. */
	private const PARAMETER = 'redirect_to';

	/** Parameters that open something for whoever has them. */
	private const SECRET = array( 'gift-of', 'key', 'open', 'no-invitations', '_wpnonce' );

	/** Those of the plugin's own pages, each with what goes along: "key" alone may be another plugin's. */
	private const OWN_SECRETS = array(
		'gift-of'        => array( 'gift-of', 'key' ),
		'no-invitations' => array( 'no-invitations' ),
	);

	/** Most characters of an address that is carried: it stands in one line of a mail. */
	private const MOST = 500;

	/**
	 * Returns an address on this site as it can be carried; an empty text for any other.
	 *
	 * @param mixed $address What a request says, or an address of a page.
	 */
	public static function safe( mixed $address ): string {
		if ( ! is_string( $address ) || '' === $address || preg_match( '/[\x00-\x20\x7f\\\\<>"]|%0[0ad]/i', $address ) ) {
			return '';
		}
		$home  = (array) wp_parse_url( home_url( '/' ) );
		$parts = wp_parse_url( $address );
		if ( ! is_array( $parts ) || isset( $parts['user'] ) || isset( $parts['pass'] ) || str_starts_with( $address, '//' ) ) {
			return '';
		}
		$is_here = isset( $parts['host'], $parts['scheme'] )
			? in_array( strtolower( $parts['scheme'] ), array( 'http', 'https' ), true ) && strtolower( $parts['host'] ) === strtolower( $home['host'] ?? '' ) && ( $parts['port'] ?? 0 ) === ( $home['port'] ?? 0 )
			: ! isset( $parts['host'] ) && ! isset( $parts['scheme'] ) && ! isset( $parts['port'] );
		$path    = $parts['path'] ?? '/';
		if ( ! $is_here || ! str_starts_with( $path, $home['path'] ?? '/' ) || str_starts_with( $path, '//' ) || str_contains( $path, 'wp-login.php' ) ) {
			return '';
		}
		$origin = $home['scheme'] . '://' . $home['host'] . ( isset( $home['port'] ) ? ":{$home['port']}" : '' );
		$query  = isset( $parts['query'] ) ? "?{$parts['query']}" : '';
		$kept   = remove_query_arg( self::SECRET, $origin . $path . $query ) . ( isset( $parts['fragment'] ) ? "#{$parts['fragment']}" : '' );
		return strlen( $kept ) > self::MOST ? '' : sanitize_url( $kept );
	}

	/**
	 * Adds the way back to an address at which WordPress sends a mail and then shows its login with a message: that
	 * message is what comes next, and the way back comes after it.
	 *
	 * @param string $url  The address.
	 * @param string $back Where to lead in the end; it is safe. Empty for nowhere.
	 * @param string $step REGISTERED or ASKED_TO_RESET.
	 */
	public static function through( string $url, string $back, string $step ): string {
		if ( '' === $back ) {
			return $url;
		}
		// Another plugin may have a page of its own for it, which knows no such message.
		$next = str_contains( $url, 'wp-login.php' ) ? "wp-login.php?checkemail={$step}&" . self::PARAMETER . '=' . rawurlencode( $back ) : $back;
		return add_query_arg( self::PARAMETER, rawurlencode( $next ), remove_query_arg( self::PARAMETER, $url ) );
	}

	/**
	 * Keeps the way back in links to the login, on the login.
	 *
	 * @param mixed $url  The address of the login.
	 * @param mixed $next Where it leads already; empty for nowhere.
	 */
	public function keep_at_login( mixed $url, mixed $next = '' ): mixed {
		$back = self::asked();
		return '' === $back || '' !== (string) $next ? $url : add_query_arg( self::PARAMETER, rawurlencode( $back ), (string) $url );
	}

	/**
	 * Leaves the keys of the plugin's pages out of links that log in or out, which themes put on every page with its address.
	 *
	 * @param mixed $url  The address that logs in or out.
	 * @param mixed $next Where it leads; empty for nowhere.
	 */
	public function leave_keys( mixed $url, mixed $next = '' ): mixed {
		wp_parse_str( (string) wp_parse_url( (string) $next, PHP_URL_QUERY ), $query );
		$gone = array_merge( ...array_values( array_intersect_key( self::OWN_SECRETS, $query ) ) );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.urlencode_urlencode -- As WordPress writes it. The one that logs out is HTML already, so its parts are not taken apart.
		return array() === $gone ? $url : str_replace( array( rawurlencode( (string) $next ), urlencode( (string) $next ) ), rawurlencode( remove_query_arg( $gone, (string) $next ) ), (string) $url );
	}

	/**
	 * Keeps the way back in links to the registration, on the login.
	 *
	 * @param mixed $url The address of the registration.
	 */
	public function keep_at_registration( mixed $url ): mixed {
		return self::through( (string) $url, self::asked(), self::REGISTERED );
	}

	/**
	 * Keeps the way back in links to where a new password is asked for, on the login.
	 *
	 * @param mixed $url  The address.
	 * @param mixed $next Where it leads already; empty for nowhere.
	 */
	public function keep_at_reset( mixed $url, mixed $next = '' ): mixed {
		return '' === (string) $next ? self::through( (string) $url, self::asked(), self::ASKED_TO_RESET ) : $url;
	}

	/** Prints the way back into the form in which a password is chosen. */
	public function print_field(): void {
		$back = self::asked();
		if ( '' !== $back ) {
			printf( '<input type="hidden" name="%s" value="%s">', esc_attr( self::PARAMETER ), esc_attr( $back ) );
		}
	}

	/**
	 * Keeps the way back in the mail that new users get.
	 *
	 * @param mixed $mail The mail: to, subject, message, headers.
	 */
	public function keep_in_first_mail( mixed $mail ): mixed {
		if ( is_array( $mail ) && is_string( $mail['message'] ?? null ) ) {
			$mail['message'] = $this->keep_in_mail( $mail['message'] );
		}
		return $mail;
	}

	/**
	 * Keeps the way back in the link with which a password is chosen.
	 *
	 * @param mixed $message Text of a mail.
	 */
	public function keep_in_mail( mixed $message ): mixed {
		$back = self::asked();
		if ( '' === $back || ! is_string( $message ) ) {
			return $message;
		}
		$add = static fn ( array $link ): string => $link[0] . '&' . self::PARAMETER . '=' . rawurlencode( $back );
		return (string) preg_replace_callback( '~https?://[^\s<>]+wp-login\.php\?(?=[^\s<>]*\bkey=)[^\s<>]+~', $add, $message );
	}

	/** Returns where this request to WordPress's login wants to lead in the end; an empty text elsewhere, and for nowhere. */
	private static function asked(): string {
		if ( ! did_action( 'login_init' ) ) {
			return '';
		}
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- It is only where to go next, and looked at below.
		$asked = wp_unslash( $_REQUEST[ self::PARAMETER ] ?? '' );
		if ( is_string( $asked ) && preg_match( '~^wp-login\.php\?checkemail=\w+&redirect_to=([^&]*)$~D', $asked, $part ) ) {
			$asked = rawurldecode( $part[1] );
		}
		return self::safe( $asked );
	}
}
