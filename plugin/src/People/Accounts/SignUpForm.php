<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Service\MailAddress;

/**
 * Values of the sign-up form, and their checks. A cookie recognizes the browser of a sign-up, and each form contains a
 * token that depends on the cookie. Without this token, another site could send the form, and sign a visitor up with a
 * password of its choice.
 */
final class SignUpForm {

	/** Names of the fields. WordPress's query already uses `name`; anti-spam plugins expect `user_email`. */
	private const FULL_NAME = 'largesse-name';
	public const EMAIL      = 'user_email';
	public const PASSWORD   = 'largesse-password';

	/** Field with the token of the browser. */
	private const TOKEN = 'largesse-token';

	private const COOKIE = 'largesse_sign_up';

	/** Maximum length of an address in characters. */
	private const MOST_EMAIL = 100;

	/** Maximum length of a user name, without the number at its end. */
	private const LOGIN_CHARS = 40;

	private function __construct(
		public readonly string $name,
		public readonly string $email,
		public readonly string $password
	) {}

	/** Reads the values of a form. */
	public static function of( Submission $sent ): self {
		return new self(
			AccountRules::clean_name( $sent->text( self::FULL_NAME ) ),
			MailAddress::ascii( trim( $sent->text( self::EMAIL ) ) ),
			trim( $sent->text( self::PASSWORD ) )
		);
	}

	/**
	 * @param string $hint Explanation of the address; may be empty.
	 * @return list<array<string, mixed>> Data of `html/field`, without the password.
	 */
	public function inputs( array $problems, string $hint = '' ): array {
		$name     = array(
			'maxlength'    => AccountRules::MOST_NAME,
			'autocomplete' => 'name',
			'dir'          => 'auto',
			'required'     => '',
		);
		// The field has no `maxlength`, because the browser would cut off the end of a pasted password.
		$password = array(
			'autocomplete' => 'new-password',
			'required'     => '',
		);
		$fields   = array(
			self::FULL_NAME => new Field( 'text', __( 'Your name', 'largesse' ), $name, initial: $this->name ),
			self::EMAIL     => GuestFields::email( true, $hint, $this->email, most: self::MOST_EMAIL ),
			/* translators: %s: a number. */
			self::PASSWORD  => new Field( 'password', __( 'Password', 'largesse' ), $password, hint: sprintf( __( 'At least %s characters.', 'largesse' ), Number::text( AccountRules::LEAST_PASSWORD ) ) ),
		);
		return array_values( Fields::fresh( $fields )->inputs( 'largesse-sign-up-', $problems ) );
	}

	/** Returns a new form with an address. */
	public static function with_email( string $email ): self {
		return new self( '', $email, '' );
	}

	/** Returns the password with slashes. When users sign in, WordPress checks the password with slashes, too. */
	public function login_password(): string {
		return wp_slash( $this->password );
	}

	/** @return array<string, string> Messages by field. */
	public function problems(): array {
		return array_filter(
			array(
				self::FULL_NAME => AccountRules::name_problem( $this->name ),
				self::EMAIL     => ( GuestFields::email( true, most: self::MOST_EMAIL )->check )( $this->email ),
				self::PASSWORD  => AccountRules::password_problem( $this->password, $this->name, $this->email ),
			)
		);
	}

	/**
	 * Returns a free user name, so that people need not invent one. It differs from the person's name, so pages that show
	 * this name do not reveal it.
	 */
	public static function free_login( string $name ): string {
		$base      = trim(
			substr( (string) preg_replace( '/[^a-z0-9]+/', '-', strtolower( remove_accents( $name ) ) ), 0, self::LOGIN_CHARS ),
			'-'
		);
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- A filter of WordPress.
		$forbidden = array_map( strtolower( ... ), (array) apply_filters( 'illegal_user_logins', array() ) );
		$base      = '' === $base || in_array( $base, $forbidden, true ) ? 'member' : $base;
		$number    = $base === $name ? 2 : 1;
		do {
			$login = 1 === $number ? $base : "{$base}-{$number}";
			++$number;
			$number = $number > 20 ? random_int( 1000, 9999999 ) : $number;
		} while ( username_exists( $login ) );
		return $login;
	}

	/** Returns the hash of the browser's cookie. Sets a missing cookie, so call this method before any output. */
	public static function browser(): string {
		$value = self::cookie();
		if ( '' === $value ) {
			$value = bin2hex( random_bytes( 16 ) );
			Request::set_cookie( self::COOKIE, $value, 2 );
		}
		return KeyedHash::of( "browser of a sign-up {$value}" );
	}

	/** @return array<string, string> Hidden field with the token for a form in this browser. */
	public static function token(): array {
		return array( self::TOKEN => KeyedHash::of( 'form of a sign-up ' . self::browser() ) );
	}

	/** Returns a message if the form was not made for this browser; '' if it was. */
	public static function browser_problem( Submission $sent ): string {
		return '' !== self::cookie() && hash_equals( self::token()[ self::TOKEN ], $sent->text( self::TOKEN ) )
			? ''
			: __( 'The page was open for too long, or your browser accepts no cookies. Please try again.', 'largesse' );
	}

	/** Deletes the cookie. */
	public static function forget_browser(): void {
		Request::set_cookie( self::COOKIE, '', 0 );
	}

	private static function cookie(): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Only its hash is used.
		$value = $_COOKIE[ self::COOKIE ] ?? '';
		return is_string( $value ) ? $value : '';
	}
}
