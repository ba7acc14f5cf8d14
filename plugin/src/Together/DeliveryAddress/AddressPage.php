<?php
declare( strict_types=1 );

namespace Largesse\Together\DeliveryAddress;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Pages\Owners\FormPage;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Foundation\Service\FieldRules;
use WP_Error;
use WP_Post;

/**
 * Page on which owners edit the delivery address of a registry.
 *
 * @extends FormPage<WP_Post>
 */
final class AddressPage extends FormPage {

	protected const PARAMETER = 'address';
	public const FIELD        = 'largesse-address-save';

	/** Names of the fields with the address, and with the version that the owner has read. */
	private const ADDRESS = 'largesse-address';
	private const READ    = 'largesse-address-read';

	protected function subject_of( ?WP_Post $registry ): ?WP_Post {
		return null !== $registry && StoredAddress::is_of_user( $registry ) ? $registry : null;
	}

	/** Saves the address. */
	protected function press( mixed $registry, string $button, Submission $sent ): Refusal|WP_Error|null {
		$typed    = Fields::sent( self::fields( $registry ), $sent );
		$problems = $typed->problems();
		return $problems
			? new Refusal( 422, '', $problems )
			: StoredAddress::save(
				$registry,
				FieldRules::lines( $typed->text( self::ADDRESS ) ),
				$sent->number( self::READ )
			);
	}

	/** Prints the link to the page among the settings of a registry. */
	public static function show_link( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! StoredAddress::is_of_user( $registry ) ) {
			return;
		}
		$address = StoredAddress::of( $registry );
		$text    = match ( $address->lines() ) {
			null    => self::unreadable(),
			array() => __( 'Only owners of the list and guests who give something see it.', 'largesse' ),
			default => self::erasure_note( $address ),
		};
		self::print_setting(
			$registry_id,
			__( 'Delivery address', 'largesse' ),
			__( 'Edit the address', 'largesse' ),
			$text
		);
	}

	protected function show( ?WP_Post $registry ): void {
		$address = StoredAddress::of( $registry );
		$lines   = $address->lines();
		$sent    = Submission::from_request();
		$fields  = self::fields( $registry );
		$is_old  = 409 === $this->refused?->status;
		$typed   = null === $this->refused
			? Fields::fresh( $fields )->with( array( self::ADDRESS => implode( "\n", $lines ?? array() ) ) )
			: Fields::sent( $fields, $sent );
		Template::print(
			'delivery-address/page',
			array(
				'back_url' => OwnerPage::url( $registry->ID ),
				'title'    => Registries::title( $registry ),
				'action'   => self::url( $registry->ID ),
				'hidden'   => Form::hidden( self::FIELD, '1', self::FIELD ) + array(
					self::READ => (string) ( null === $this->refused || $is_old ? $address->version() : $sent->number( self::READ ) ),
				),
				'inputs'   => array_values( $typed->inputs( '', $this->refused->problems ?? array(), Fields::OF_OWNERS ) ),
				'stored'   => $is_old ? $lines : null,
				'message'  => $this->refused->message ?? ( null === $lines ? self::unreadable() : '' ),
				'is_saved' => $this->is_saved(),
				'hints'    => array_filter(
					array( self::erasure_note( $address ), Registries::is_public( $registry ) ? __( 'Your list is public, so anyone can give something and then see the address.', 'largesse' ) : '' ),
					'strlen'
				),
			)
		);
	}

	private static function fields( WP_Post $registry ): array {
		$check = static fn ( string $typed ): string => match ( AddressRules::problem( FieldRules::lines( $typed ) ) ) {
			/* translators: %s: a number of characters. */
			'maxLength' => sprintf( __( 'Please shorten this to %s characters.', 'largesse' ), Number::text( AddressRules::MAX_CHARS ) ),
			/* translators: %s: a number of lines. */
			'maxItems'  => sprintf( __( 'Please shorten this to %s lines.', 'largesse' ), Number::text( AddressRules::MAX_LINES ) ),
			default     => '' !== $typed && self::is_over( StoredAddress::of( $registry ) )
				? self::erasure_note( StoredAddress::of( $registry ) )
				: '',
		};
		$attributes = array(
			'rows'         => 6,
			'maxlength'    => AddressRules::MAX_CHARS,
			'dir'          => 'auto',
			'autocomplete' => 'off',
		);
		return array(
			self::ADDRESS => new Field(
				'textarea',
				__( 'Name and address', 'largesse' ),
				$attributes,
				$check,
				__( 'Only owners of the list see it, and guests who give something: on the page of their gift and in the mail about it. Empty the field to delete it.', 'largesse' )
			),
		);
	}

	/** Checks whether the site would erase the address at once. */
	private static function is_over( StoredAddress $address ): bool {
		return $address->end() <= (string) wp_date( 'Y-m-d' );
	}

	/** Returns a sentence that says when the site erases an address. */
	private static function erasure_note( StoredAddress $address ): string {
		if ( self::is_over( $address ) ) {
			return __( 'The day of this list was more than 60 days ago, so the address would be erased at once. Please change the day first.', 'largesse' );
		}
		/* translators: %s: a date. */
		return sprintf( __( 'We erase it on %s: 60 days after the day of the list or, without a day, a year after you last saved it.', 'largesse' ), Occasion::day( $address->end() ) );
	}

	/** Returns the sentence about an address that cannot be decrypted. */
	public static function unreadable(): string {
		return __( 'The saved address can no longer be read, because the keys of this site or the author of the list have changed. Guests do not see it. Please enter it again.', 'largesse' );
	}
}
