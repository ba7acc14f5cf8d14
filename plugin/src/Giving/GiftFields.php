<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Http\FieldMessages;
use Largesse\Http\Request;
use Largesse\Service\ApiError;
use Largesse\Service\FieldRules;
use Largesse\Service\MailAddress;
use Largesse\Service\Rules;
use WP_Error;

/**
 * Values that a guest typed into the form for a gift.
 */
final class GiftFields {

	/** Names of the form fields. The service uses the same names for the first four fields. */
	public const QUANTITY = 'quantity';
	public const NAME     = 'giver_name';
	public const MESSAGE  = 'message';
	public const EMAIL    = 'giver_email';
	public const TOKEN    = 'token';

	/**
	 * @param string                $quantity  Typed number.
	 * @param string                $name      Name of the giver.
	 * @param string                $message   Message to the owner.
	 * @param string                $email     Address for the link to the gift.
	 * @param string                $token     Token of the form.
	 * @param array<string, string> $added     Values of the fields of other plugins by name.
	 */
	private function __construct(
		public readonly string $quantity,
		public readonly string $name = '',
		public readonly string $message = '',
		public readonly string $email = '',
		public readonly string $token = '',
		public readonly array $added = array()
	) {}

	/** Returns the initial values of a form. */
	public static function initial(): self {
		return new self( '1', GivingSettings::NONE === GivingSettings::names() ? '' : (string) wp_get_current_user()->display_name );
	}

	/** Returns true if this request contains our form, not the form of another plugin. */
	public static function is_submitted(): bool {
		return Request::is_post() && isset( $_POST[ self::TOKEN ] ); // phpcs:ignore WordPress.Security.NonceVerification.Missing -- The token does the work of a nonce.
	}

	/** Reads the submitted values. */
	public static function from_request(): self {
		$name = GivingSettings::NONE === GivingSettings::names() ? '' : self::text( self::NAME );
		// The name has only one line. Browsers send no line breaks in it, but other programs may. Replace them with
		// spaces. In the message, all line breaks become "\n".
		return new self(
			// The form omits the number if only one piece can be given.
			isset( $_POST[ self::QUANTITY ] ) ? self::text( self::QUANTITY ) : '1', // phpcs:ignore WordPress.Security.NonceVerification.Missing -- The same as below.
			(string) preg_replace( '/[\r\n\t]+/', ' ', $name ),
			str_replace( array( "\r\n", "\r" ), "\n", self::text( self::MESSAGE ) ),
			self::text( self::EMAIL ),
			self::text( self::TOKEN ),
			self::added()
		);
	}

	/**
	 * Returns error messages by field.
	 *
	 * @return array<string, string>
	 */
	public function problems(): array {
		$problems = array(
			self::QUANTITY => $this->number() > 0 ? '' : __( 'Enter a whole number, 1 or more.', 'largesse' ),
			self::NAME     => '' === $this->name && GivingSettings::NEEDED === GivingSettings::names() ? __( 'Enter your name.', 'largesse' ) : self::problem( self::NAME, $this->name ),
			self::MESSAGE  => self::problem( self::MESSAGE, $this->message ),
			self::EMAIL    => match ( true ) {
				'' === $this->email => '',
				strlen( $this->email ) > Rules::MAX_GIVER_EMAIL_CHARS => self::invalid_email_message(),
				default             => FieldMessages::of_address( $this->email, self::invalid_email_message() ),
			},
		);
		return array_filter( $problems );
	}

	/**
	 * Returns the messages for fields that the service refused.
	 *
	 * @param WP_Error $error Error of the service's client.
	 * @return array<string, string> Messages by field.
	 */
	public static function service_problems( WP_Error $error ): array {
		$again = __( 'This could not be stored. Please check it.', 'largesse' );
		$texts = array(
			self::QUANTITY => $again,
			self::NAME     => $again,
			self::MESSAGE  => $again,
			self::EMAIL    => self::invalid_email_message(),
		);
		return array_intersect_key( $texts, ApiError::broken_rules( $error ) );
	}

	/**
	 * Returns the gift in the service's format.
	 *
	 * @return array<string, mixed>
	 */
	public function gift(): array {
		return array(
			'quantity'      => $this->number(),
			'giver_user_id' => get_current_user_id() > 0 ? get_current_user_id() : null,
			'giver_name'    => '' === $this->name ? null : $this->name,
			'giver_email'   => '' === $this->email ? null : strtolower( MailAddress::ascii( $this->email ) ),
			'message'       => '' === $this->message ? null : $this->message,
		);
	}

	/**
	 * Returns the texts that the guest typed, by field.
	 *
	 * @return array<string, string>
	 */
	public function texts(): array {
		return array(
			self::NAME    => $this->name,
			self::MESSAGE => $this->message,
			self::EMAIL   => $this->email,
		) + AddedGiftFields::prefixed( $this->added );
	}

	/** Checks whether a text field contains input. */
	public function has_text(): bool {
		return '' !== implode( '', $this->texts() );
	}

	/** Checks whether the typed number is larger than the number of wanted items. */
	public function asks_for_more_than( int $wanted ): bool {
		return ctype_digit( $this->quantity ) && (int) $this->quantity > $wanted;
	}

	/** Returns the number of items; 0 if it is invalid. */
	public function number(): int {
		return ctype_digit( $this->quantity ) && (int) $this->quantity <= Rules::MAX_PURCHASE_QUANTITY ? (int) $this->quantity : 0;
	}

	/**
	 * Returns the error message for a text; an empty text if it is valid.
	 *
	 * @param string $field One of the fields.
	 * @param string $text  Typed text.
	 */
	private static function problem( string $field, string $text ): string {
		$rule = FieldRules::problem( $field, $text );
		return null === $rule ? '' : FieldMessages::of( $field, $rule );
	}

	private static function invalid_email_message(): string {
		return __( 'Enter an e-mail address such as ada@mail.example, or leave the field empty.', 'largesse' );
	}

	/**
	 * Returns the submitted values of the fields of other plugins.
	 *
	 * @return array<string, string> Values by name.
	 */
	private static function added(): array {
		$added = array();
		foreach ( array_keys( $_POST ) as $field ) { // phpcs:ignore WordPress.Security.NonceVerification.Missing -- The token does the work of a nonce.
			$name = substr( (string) $field, strlen( AddedGiftFields::PREFIX ) );
			if ( str_starts_with( (string) $field, AddedGiftFields::PREFIX ) && AddedGiftFields::is_name( $name ) ) {
				$added[ $name ] = self::text( $field );
			}
		}
		return $added;
	}

	/** Returns the trimmed value of a submitted field. */
	private static function text( string $field ): string {
		return FieldRules::trim( Request::field( $field ) );
	}
}
