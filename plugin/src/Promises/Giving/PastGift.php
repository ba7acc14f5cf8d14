<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use WP_Error;

/** Fate of a form for a gift, with the gift that the form has made. */
final class PastGift {

	/**
	 * @param OwnGift|null  $gift  The visitor's gift, if the form has made one.
	 * @param WP_Error|null $error Why the fate is unknown.
	 */
	private function __construct(
		public readonly FormFate $fate,
		public readonly ?OwnGift $gift = null,
		public readonly ?WP_Error $error = null
	) {}

	/**
	 * Asks the service for the gift of a form. The id of a form without a valid signature may be anybody's, so the
	 * service is asked only if this browser has opened the form.
	 *
	 * @param bool $is_signed Whether the site has made the form for this wish, for this visitor or another.
	 */
	public static function of( GiftFields $form, bool $is_signed, Purchases $purchases ): self {
		if ( ! $is_signed && ! GiftCookies::has_opened( $form->id ) ) {
			// A form without an id, such as that of another wish with the same text, cannot have made a gift.
			return new self( wp_is_uuid( $form->id->id ) ? FormFate::Unrecognized : FormFate::Fresh );
		}
		$gift = $purchases->get( $form->id->id );
		if ( ! is_array( $gift ) ) {
			return is_wp_error( $gift ) ? self::unknown( $gift ) : new self( FormFate::Fresh );
		}
		$own = OwnGift::of_form( $gift, $form->id );
		return null === $own ? new self( FormFate::SentByOther ) : new self( FormFate::SentByVisitor, $own );
	}

	/** Returns the fate of a form after the service has not answered. */
	public static function unknown( WP_Error $error ): self {
		return new self( FormFate::Unknown, error: $error );
	}

	/** Returns the fate of a form with which the visitor has just made a gift. */
	public static function of_visitor( OwnGift $gift ): self {
		return new self( FormFate::SentByVisitor, $gift );
	}
}
