<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Foundation\Service\FieldRules;
use WP_Post;

/** Form with which guests promise a part of a wish's price (rules: Shares on the site). */
final class ShareForm extends GuestForm {

	/** Names of the fields. */
	public const ITEM    = 'share_item';
	private const AMOUNT = 'share_amount';
	public const EMAIL   = 'share_email';

	protected const KIND   = 'share';
	protected const HIDDEN = array( self::ITEM );

	protected static function fields( WP_Post $registry ): array {
		$amount = array(
			'min'       => '0.01',
			'step'      => '0.01',
			'inputmode' => 'decimal',
			'required'  => '',
		);
		$fields = array(
			self::AMOUNT => new Field( 'number', __( 'Amount', 'largesse' ), $amount ),
			self::PERSON => GuestFields::name(),
			self::EMAIL  => GuestFields::email( true, __( 'We send you a link. Your part counts after you have confirmed it there. No other guest sees the address.', 'largesse' ) ),
		);
		return self::needs_confirmation() ? $fields : array_diff_key( $fields, array( self::EMAIL => '' ) );
	}

	/** Checks whether the visitor must confirm an address first: everybody except members with a confirmed address. */
	public static function needs_confirmation(): bool {
		return '' === ConfirmedAddress::of( wp_get_current_user() );
	}

	/** Returns the id of the wish; 0 for none. */
	public function item(): int {
		return (int) filter_var( $this->hidden[ self::ITEM ], FILTER_VALIDATE_INT );
	}

	/** Returns the address of the guest in lower case; '' if the form does not ask for it. */
	public function email(): string {
		return $this->address( self::EMAIL );
	}

	/** Returns the amount in the currency of the wish; 0 if it is not a number. */
	public function amount(): float {
		return round( FieldRules::typed_price( $this->text( self::AMOUNT ) ) ?? 0.0, 2 );
	}

	/** @return array<string, string> Messages about invalid values, by field. */
	public function problems_with( Shares $shares ): array {
		$left   = $shares->left( $this->item() );
		$least  = $shares->least( $this->item() );
		$amount = match ( true ) {
			$left <= 0               => array( self::ITEM => __( 'You can no longer give a part of this wish. Please choose a wish from the list.', 'largesse' ) ),
			$this->amount() > $left  => $this->refused( $shares, 'maximum', $left ),
			$this->amount() < $least => $this->refused( $shares, 'minimum', $least ),
			default                  => array(),
		};
		return $amount + $this->problems();
	}

	/** @return array<string, string> Message about an amount above or below a limit: the rule `minimum`, or any other. */
	public function refused( Shares $shares, string $rule, float $limit ): array {
		$text = match ( true ) {
			/* translators: %s: a price. */
			'minimum' === $rule => __( 'Please enter an amount of at least %s.', 'largesse' ),
			/* translators: %s: a price. */
			$limit > 0          => __( 'Please enter an amount of at most %s.', 'largesse' ),
			default             => __( 'Somebody already gives this. Thank you for thinking of it!', 'largesse' ),
		};
		return array( self::AMOUNT => sprintf( $text, $shares->amount( $this->item(), $limit ) ) );
	}

	/** @return array<string, mixed> Fields for `shares/form`. */
	public function data( array $problems, string $currency ): array {
		$inputs = $this->inputs( $problems );

		$inputs[ self::AMOUNT ]['label'] .= '' === $currency ? '' : " ({$currency})";
		return array(
			'problem' => $problems[ self::ITEM ] ?? '',
			'fields'  => array_values( $inputs ),
		);
	}
}
