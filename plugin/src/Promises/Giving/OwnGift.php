<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Http\SignedId;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Service\ApiError;
use WP_Error;
use WP_Post;

/**
 * A gift of the visitor, who may read and change it as its giver (architecture: Who sees what). Only the checks in this
 * class create it, because an id proves nothing: others can read ids.
 */
final class OwnGift {

	/** @param array<string, mixed> $purchase The gift, as the service has returned it. */
	private function __construct( public readonly array $purchase ) {}

	/**
	 * Makes a gift of the visitor (Purchases::give()). No gift had its id before.
	 *
	 * @param array<string, mixed>  $fields
	 * @param array<string, string> $added
	 */
	public static function give(
		Purchases $purchases,
		WP_Post $registry,
		string $id,
		array $fields,
		array $added = array()
	): self|WP_Error {
		$given = $purchases->give( $registry, $id, $fields, $added ) ?? ApiError::of( '', 404 );
		return is_wp_error( $given ) ? $given : new self( $given );
	}

	/** Returns the gift of a request with the key of its link; null without the key, or if there is no such gift. */
	public static function of_link( Submission $sent, Purchases $purchases ): self|WP_Error|null {
		$id    = GiftLink::proven_id( $sent );
		$found = null === $id ? null : $purchases->get( $id );
		return is_array( $found ) ? new self( $found ) : $found;
	}

	/** Returns a gift of the visitor's account; null for any other gift. */
	public static function of_account( array $purchase ): ?self {
		return true === VisitorGifts::is_of_account( $purchase ) ? new self( $purchase ) : null;
	}

	/** Returns a gift of the visitor's account or, without an account, of a form that this browser has opened. */
	public static function of_form( array $purchase, SignedId $form ): ?self {
		$is_own = $form->id === $purchase['id']
			&& ( VisitorGifts::is_of_account( $purchase ) ?? GiftCookies::has_opened( $form ) );
		return $is_own ? new self( $purchase ) : null;
	}

	/** Returns a gift without an account whose link or form this browser has opened. */
	public static function of_browser( array $purchase ): ?self {
		return Purchases::is_free( $purchase ) && isset( GiftCookies::sent()[ $purchase['id'] ] )
			? new self( $purchase )
			: null;
	}

	/** Returns a gift of a giver who has proven an account or an address; null for any other gift. */
	public static function of_giver( array $purchase, Giver $giver ): ?self {
		return ! $purchase['is_owner'] && $giver->has_made( $purchase ) ? new self( $purchase ) : null;
	}
}
