<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Http\Field;
use Largesse\Service\Rules;

/**
 * Fields of the form with which a giver gets the link to a gift by mail.
 */
final class LinkMailFields {

	/** Names of the form fields. */
	public const ADDRESS = 'link_to';
	public const KEEP    = 'keep_address';

	/**
	 * Returns the fields. A giver who has not left an address can keep the new one for the gift.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @return array<string, Field> Fields by name.
	 */
	public static function of( array $purchase ): array {
		$is_known   = null !== $purchase['giver_email'];
		$attributes = array(
			'maxlength'    => Rules::MAX_GIVER_EMAIL_CHARS,
			'autocomplete' => 'email',
			'required'     => '',
		);
		$address    = new Field( 'email', __( 'E-mail address', 'largesse' ), $attributes, Field::address( __( 'Enter a complete e-mail address.', 'largesse' ), Rules::MAX_GIVER_EMAIL_CHARS ), $is_known ? '' : __( 'We use it only for this mail.', 'largesse' ), $purchase['giver_email'] ?? GiftFields::own_address() );
		return array( self::ADDRESS => $address ) + ( $is_known ? array() : array( self::KEEP => new Field( 'checkbox', __( 'Keep it, and tell me if the wish is removed', 'largesse' ) ) ) );
	}
}
