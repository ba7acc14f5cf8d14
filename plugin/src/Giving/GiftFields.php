<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Http\Request;
use Largesse\Service\Client;
use Largesse\Service\FieldRules;
use Largesse\Service\Rules;
use WP_Error;

/**
 * Holds what a guest typed into the form of a gift.
 */
final class GiftFields {

	/** Names of the fields; the first four are those of the service. */
	public const QUANTITY = 'quantity';
	public const NAME     = 'giver_name';
	public const MESSAGE  = 'message';
	public const EMAIL    = 'giver_email';
	public const TOKEN    = 'token';

	/** Name of the field that asks to change an existing gift. */
	public const CHANGE = 'change';

	/** Name of the field that people do not see, and programs fill in. */
	public const TRAP = 'homepage';

	/**
	 * @param string $quantity  How many, as it was typed.
	 * @param string $name      Who gives.
	 * @param string $message   What they write to the owner.
	 * @param string $email     Where the link of the gift goes.
	 * @param string $token     The token that came with it.
	 * @param bool   $is_trap   Whether the field is filled in that people do not see.
	 * @param bool   $is_change True if the guest changes an existing gift.
	 */
	private function __construct(
		public readonly string $quantity,
		public readonly string $name = '',
		public readonly string $message = '',
		public readonly string $email = '',
		public readonly string $token = '',
		public readonly bool $is_trap = false,
		public readonly bool $is_change = false
	) {}

	/** Returns what stands in a form that nobody has typed into. */
	public static function untouched(): self {
		return new self( '1', GivingSettings::NONE === GivingSettings::names() ? '' : (string) wp_get_current_user()->display_name );
	}

	/** Returns true if this request sent the form of a gift, and not one of another plugin. */
	public static function are_sent(): bool {
		return Request::is_post() && isset( $_POST[ self::TOKEN ] ); // phpcs:ignore WordPress.Security.NonceVerification.Missing -- The token does the work of a nonce.
	}

	/** Reads what this request sent. */
	public static function sent(): self {
		$name = GivingSettings::NONE === GivingSettings::names() ? '' : self::text( self::NAME );
		// People type no line breaks into a name; browsers send those of a text in their own way.
		return new self(
			// Of one thing nobody is asked how many.
			isset( $_POST[ self::QUANTITY ] ) ? self::text( self::QUANTITY ) : '1', // phpcs:ignore WordPress.Security.NonceVerification.Missing -- The same as below.
			(string) preg_replace( '/[\r\n\t]+/', ' ', $name ),
			str_replace( array( "\r\n", "\r" ), "\n", self::text( self::MESSAGE ) ),
			self::text( self::EMAIL ),
			self::text( self::TOKEN ),
			'' !== self::text( self::TRAP ),
			'' !== self::text( self::CHANGE )
		);
	}

	/**
	 * Returns what is to be corrected, by field.
	 *
	 * @return array<string, string>
	 */
	public function problems(): array {
		$problems = array(
			self::QUANTITY => $this->number() > 0 ? '' : __( 'Enter a whole number, 1 or more.', 'largesse' ),
			self::NAME     => '' === $this->name && GivingSettings::NEEDED === GivingSettings::names() ? __( 'Enter your name.', 'largesse' ) : self::problem( self::NAME, $this->name ),
			self::MESSAGE  => self::problem( self::MESSAGE, $this->message ),
			self::EMAIL    => '' === $this->email || ( is_email( $this->email ) && strlen( $this->email ) <= Rules::MAX_GIVER_EMAIL_CHARS ) ? '' : self::no_email(),
		);
		return array_filter( $problems );
	}

	/**
	 * Returns the messages for fields that the service refused.
	 *
	 * @param WP_Error $error Error of the client of the service.
	 * @return array<string, string> Messages by field.
	 */
	public static function refused( WP_Error $error ): array {
		$again = __( 'This could not be stored. Please check it.', 'largesse' );
		$texts = array(
			self::QUANTITY => $again,
			self::NAME     => $again,
			self::MESSAGE  => $again,
			self::EMAIL    => self::no_email(),
		);
		return array_intersect_key( $texts, Client::broken_rules( $error ) );
	}

	/**
	 * Returns the gift as the service takes it.
	 *
	 * @return array<string, mixed>
	 */
	public function gift(): array {
		return array(
			'quantity'      => $this->number(),
			'giver_user_id' => get_current_user_id() > 0 ? get_current_user_id() : null,
			'giver_name'    => '' === $this->name ? null : $this->name,
			'giver_email'   => '' === $this->email ? null : strtolower( $this->email ),
			'message'       => '' === $this->message ? null : $this->message,
		);
	}

	/** Returns the same fields as a change of an existing gift, or as a new gift. */
	public function as_change( bool $is_change ): self {
		return new self( $this->quantity, $this->name, $this->message, $this->email, $this->token, $this->is_trap, $is_change );
	}

	/**
	 * Returns the words of the guest by field.
	 *
	 * @return array<string, string>
	 */
	public function words(): array {
		return array(
			self::NAME    => $this->name,
			self::MESSAGE => $this->message,
			self::EMAIL   => $this->email,
		);
	}

	/** Checks whether somebody has typed something that they would not like to lose. */
	public function has_words(): bool {
		return '' !== $this->name . $this->message . $this->email;
	}

	/** Returns how many are given; 0 if that is no number that can be given. */
	public function number(): int {
		return ctype_digit( $this->quantity ) && (int) $this->quantity <= Rules::MAX_PURCHASE_QUANTITY ? (int) $this->quantity : 0;
	}

	/**
	 * Returns what is to be corrected in a text; an empty text for nothing.
	 *
	 * @param string $field One of the fields.
	 * @param string $text  What was typed.
	 */
	private static function problem( string $field, string $text ): string {
		$most = Rules::FIELDS[ $field ]['max'];
		return match ( FieldRules::problem( $field, $text )?->name ) {
			null        => '',
			/* translators: %s: a number of characters. */
			'maxLength' => sprintf( __( 'This is too long: write at most %s characters.', 'largesse' ), number_format_i18n( $most ) ),
			default     => __( 'There are characters in it that cannot be stored. Please type it again.', 'largesse' ),
		};
	}

	/** Returns what is said of something that is no e-mail address. */
	private static function no_email(): string {
		return __( 'Enter an e-mail address such as ada@mail.example, or leave the field empty.', 'largesse' );
	}

	/**
	 * Returns what this request sent in a field, trimmed.
	 *
	 * @param string $field Name of the field.
	 */
	private static function text( string $field ): string {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- The token does the work of a nonce; the service stores any text, and it is escaped where it is shown.
		$sent = wp_unslash( $_POST[ $field ] ?? '' );
		return is_string( $sent ) ? FieldRules::trim( $sent ) : '';
	}
}
