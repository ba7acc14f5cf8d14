<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\SignedId;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\MailAddress;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/** Values that a guest typed into the form for a gift. */
final class GiftFields {

	/** Names of the form fields. The service uses the same names for the first four fields. */
	public const QUANTITY = 'quantity';
	public const NAME     = 'giver_name';
	public const EMAIL    = 'giver_email';
	public const MESSAGE  = 'message';

	/**
	 * Prefix of the names of other plugins' fields, which prevents collisions with names of WordPress and of this plugin.
	 */
	private const ADDED      = 'added_';
	private const ADDED_NAME = '/^' . self::ADDED . '[a-z0-9_]+$/D';

	/** Names of the fields of the form that mails the link to a gift. */
	public const LINK_TO      = 'link_to';
	public const KEEP_ADDRESS = 'keep_address';

	/**
	 * The id is of the form, and of the gift that it makes; null for the form of a given gift.
	 *
	 * @param array<string, string> $added Values of the fields of other plugins by name of the form field.
	 */
	private function __construct(
		public readonly Fields $typed,
		public readonly ?SignedId $id = null,
		public readonly array $added = array()
	) {}

	/** Returns the initial values of a form. */
	public static function initial( SignedId $id ): self {
		return new self( Fields::fresh( self::fields() ), $id );
	}

	/** Returns the values of a purchase. */
	public static function of( array $purchase ): self {
		return new self(
			Fields::fresh( self::fields() )->with(
				array_map( static fn ( mixed $value ): string => is_scalar( $value ) ? (string) $value : '', $purchase )
			)
		);
	}

	/** Returns true if this request contains our form, not the form of another plugin. */
	public static function is_submitted(): bool {
		return Request::is_post() && Submission::from_request()->has( SignedId::TOKEN );
	}

	/** Reads the submitted values. @param SignedId|null $id Id of the form; null for the sent id. */
	public static function from_request( ?SignedId $id = null ): self {
		$sent  = Submission::from_request();
		$names = (array) preg_grep( self::ADDED_NAME, array_keys( $sent->all() ) );
		$added = array_combine( $names, array_map( $sent->trimmed( ... ), $names ) );
		// The form omits the number if only one piece can be given.
		return new self(
			Fields::sent( self::fields(), $sent, array( self::QUANTITY => '1' ) ),
			$id ?? SignedId::of( $sent ),
			$added
		);
	}

	/**
	 * Returns the values of a program's request. Missing ones are as in a new form.
	 *
	 * @param array<string, string> $values Values by field.
	 */
	public static function from_values( array $values ): self {
		return new self(
			Fields::sent( self::fields(), Submission::of( $values ), Fields::fresh( self::fields() )->texts() )
		);
	}

	/** @return array<string, Field> */
	private static function fields(): array {
		$names  = GivingSettings::names();
		$number = array(
			'min'          => 1,
			'inputmode'    => 'numeric',
			'autocomplete' => 'off',
			'required'     => '',
		);
		return array_filter(
			array(
				self::QUANTITY => new Field(
					'number',
					__( 'How many?', 'largesse' ),
					$number,
					static fn ( string $typed ): string => self::whole( $typed ) > 0
						? ''
						: __( 'Enter a whole number, 1 or more.', 'largesse' ),
					initial: '1'
				),
				self::NAME     => GivingSettings::NONE === $names ? null : GuestFields::name( GivingSettings::NEEDED === $names ),
				self::EMAIL    => GuestFields::email( false, __( 'So that you can change it later. We use it only for this gift.', 'largesse' ), self::own_address() ),
				self::MESSAGE  => Field::textarea( __( 'A message', 'largesse' ), self::MESSAGE, Rules::MAX_GIFT_MESSAGE_CHARS ),
			)
		);
	}

	/**
	 * Returns the fields of the form with which a giver gets the link to a gift by mail. A giver who has not left an
	 * address can keep the new one for the gift.
	 *
	 * @return array<string, Field>
	 */
	public static function for_link( array $purchase ): array {
		$is_known = null !== $purchase['giver_email'];
		$address  = GuestFields::email(
			true,
			$is_known ? '' : __( 'We use it only for this mail.', 'largesse' ),
			$purchase['giver_email'] ?? self::own_address()
		);
		return array( self::LINK_TO => $address ) + (
			$is_known
			? array()
			: array(
				self::KEEP_ADDRESS => new Field( 'checkbox', __( 'Keep it, and tell me if the wish is removed', 'largesse' ) ),
			)
		);
	}

	/** @return array<string, Field> Fields that other plugins add to the form for an item, by name of the form field. */
	public static function added_to( WP_Post $registry, int $item_id ): array {
		/**
		 * Filters the additional fields in the form of a gift. `largesse_gift_made` gets the values of these fields.
		 *
		 * A field needs a `label`. All other keys are optional. `type` is the type of an HTML input, `textarea` or
		 * `select`. The types `select` and `radio` need `choices`: texts by value. A ticked `checkbox` has the value
		 * "1", and an unticked one has the value "". `hint` is an explanation below the label. `attributes` are
		 * attributes of the input. `value` is the value in a new form. `check` is a function that gets the trimmed
		 * value. It returns an error message, or '' if the value is valid.
		 *
		 * @param array<string, array<string, mixed>> $fields   Fields by name: lower-case letters, digits and underscores.
		 *         All texts are plain text.
		 * @param WP_Post                             $registry The registry.
		 * @param int                                 $item_id  Id of the item.
		 */
		$added  = apply_filters( 'largesse_give_fields', array(), $registry, $item_id );
		$fields = array();
		foreach ( is_array( $added ) ? $added : array() as $name => $field ) {
			if (
				preg_match( self::ADDED_NAME, self::ADDED . $name ) && is_array( $field ) && is_string( $field['label'] ?? null )
			) {
				$fields[ self::ADDED . $name ] = self::added_field( $field );
			}
		}
		return $fields;
	}

	/** @return array<string, string> Values for `largesse_gift_made`, by name. */
	public function added_values( WP_Post $registry, int $item_id ): array {
		$known = array_intersect_key( $this->added, self::added_to( $registry, $item_id ) );
		return array_combine(
			array_map( static fn ( string $name ): string => substr( $name, strlen( self::ADDED ) ), array_keys( $known ) ),
			$known
		);
	}

	/** Returns the field of another plugin, as described for `largesse_give_fields`. */
	private static function added_field( array $field ): Field {
		$type    = (string) ( $field['type'] ?? 'text' );
		$choices = in_array( $type, array( 'select', 'radio' ), true )
			? array_map( 'strval', (array) ( $field['choices'] ?? array() ) )
			: array();
		$check   = static fn ( string $value ): string => match ( true ) {
			'' !== $value
				&& array() !== $choices
				&& ! isset( $choices[ $value ] ) => __( 'Choose one of the answers.', 'largesse' ),
			isset( $field['check'] ) => (string) $field['check']( $value ),
			default                  => '',
		};
		return new Field(
			$type,
			$field['label'],
			$field['attributes'] ?? array(),
			$check,
			$field['hint'] ?? '',
			(string) ( $field['value'] ?? '' ),
			$choices
		);
	}

	/** @return array<string, string> Messages for the fields that the service refused, by field. */
	public static function service_problems( WP_Error $error ): array {
		$again = array_fill_keys( Rules::TYPED_GIFT_FIELDS, __( 'This could not be stored. Please check it.', 'largesse' ) );
		return array_intersect_key(
			array( self::EMAIL => GuestFields::incomplete_address( false ) ) + $again,
			ApiError::broken_rules( $error )
		);
	}

	/** @return array<string, mixed> Gift in the service's format. */
	public function gift(): array {
		$text = fn ( string $field ): ?string => '' === $this->typed->text( $field ) ? null : $this->typed->text( $field );
		return array(
			'quantity'      => $this->number(),
			'giver_user_id' => get_current_user_id() > 0 ? get_current_user_id() : null,
			'giver_name'    => $text( self::NAME ),
			'giver_email'   => null === $text( self::EMAIL ) ? null : strtolower( MailAddress::ascii( $text( self::EMAIL ) ) ),
			'message'       => $text( self::MESSAGE ),
		);
	}

	/** Checks whether a purchase is exactly the gift that this form describes. */
	public function matches( int $item_id, array $purchase ): bool {
		return array() === array_filter(
			array( 'item_id' => $item_id ) + $this->gift(),
			static fn ( mixed $value, string $key ): bool => $purchase[ $key ] !== $value,
			ARRAY_FILTER_USE_BOTH
		);
	}

	/** @return array<string, string> Texts that the guest typed, by field. */
	public function texts(): array {
		return array_diff_key( $this->typed->texts(), array( self::QUANTITY => '' ) ) + $this->added;
	}

	/** Checks whether the typed number is larger than the number of wanted items. */
	public function asks_for_more_than( int $wanted ): bool {
		return ctype_digit( $this->typed->text( self::QUANTITY ) ) && (int) $this->typed->text( self::QUANTITY ) > $wanted;
	}

	/** Returns the number of items; 0 if it is invalid. */
	public function number(): int {
		return self::whole( $this->typed->text( self::QUANTITY ) );
	}

	private static function whole( string $typed ): int {
		return ctype_digit( $typed ) && (int) $typed <= Rules::MAX_PURCHASE_QUANTITY ? (int) $typed : 0;
	}

	/** Returns the e-mail address of a signed-in visitor; '' for anyone else. */
	private static function own_address(): string {
		return (string) wp_get_current_user()->user_email;
	}
}
