<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\Http\Field;
use Largesse\Http\Fields;
use Largesse\Http\GuestFields;
use Largesse\Http\SignedId;
use Largesse\Http\Submission;
use Largesse\Registry\ConfirmedAddress;
use Largesse\Service\BrokenRule;
use Largesse\Service\FieldRules;
use Largesse\Service\MailAddress;
use WP_Post;

/** Values of the form with which guests promise a part of a wish's price (rules: Shares on the site). */
final class ShareFields {

	/** Names of the form fields. */
	public const ITEM    = 'share_item';
	private const AMOUNT = 'share_amount';
	private const PERSON = 'person';
	private const EMAIL  = 'share_email';

	/** Kind of the form's id. */
	public const KIND = 'share';

	/** @param int $item Id of the wish; 0 for none. */
	private function __construct(
		public readonly SignedId $id,
		public readonly int $item,
		private readonly Fields $typed
	) {}

	/** Returns a form for a wish with a new id. @param self|null $sent Values of a sent form; null for an empty form. */
	public static function fresh( WP_Post $registry, int $item, ?self $sent = null ): self {
		return new self( SignedId::fresh( self::KIND, $registry ), $item, $sent->typed ?? Fields::fresh( self::fields() ) );
	}

	/** Reads the values of a sent form. */
	public static function of( Submission $sent ): self {
		return new self( SignedId::of( $sent ), $sent->number( self::ITEM ), Fields::sent( self::fields(), $sent ) );
	}

	/** @return array<string, Field> The fields that guests type into, by name. */
	private static function fields(): array {
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

	/** Returns the name of the guest; may be empty. */
	public function person(): string {
		return $this->typed->text( self::PERSON );
	}

	/** Returns the address of the guest in lower case; '' if the form does not ask for it. */
	public function email(): string {
		return strtolower( MailAddress::ascii( $this->typed->text( self::EMAIL ) ) );
	}

	/** Checks whether the visitor must confirm an address first: everybody except members with a confirmed address. */
	public static function needs_confirmation(): bool {
		return '' === ConfirmedAddress::of( wp_get_current_user() );
	}

	/** Returns the amount in the currency of the wish; 0 if it is not a number. */
	public function amount(): float {
		return round( FieldRules::typed_price( $this->typed->text( self::AMOUNT ) ) ?? 0.0, 2 );
	}

	/** @return array<string, string> Messages about invalid values, by field. */
	public function problems( Shares $shares ): array {
		$left  = $shares->left( $this->item );
		$least = $shares->least( $this->item );
		return array_filter(
			array(
				self::ITEM   => $left > 0 ? '' : __( 'You can no longer give a part of this wish. Please choose a wish from the list.', 'largesse' ),
				self::AMOUNT => match ( true ) {
					$left <= 0               => '',
					$this->amount() > $left  => $this->too_much( $shares, $left ),
					$this->amount() < $least => $this->too_little( $shares, $least ),
					default                  => '',
				},
			)
		) + $this->typed->problems();
	}

	/** @return array<string, string> Message about an amount that the service has refused. */
	public function refused( Shares $shares, BrokenRule $rule ): array {
		return array( self::AMOUNT => 'minimum' === $rule->name ? $this->too_little( $shares, (float) $rule->limit ) : $this->too_much( $shares, (float) $rule->limit ) );
	}

	/**
	 * Returns the fields for `shares/form`.
	 *
	 * @param array<string, string> $problems
	 * @return array<string, mixed>
	 */
	public function inputs( array $problems, string $currency ): array {
		$inputs = $this->typed->inputs( 'largesse-share-', $problems );

		$inputs[ self::AMOUNT ]['label'] .= '' === $currency ? '' : " ({$currency})";
		return array(
			'problem' => $problems[ self::ITEM ] ?? '',
			'fields'  => array_values( $inputs ),
		);
	}

	private function too_little( Shares $shares, float $least ): string {
		/* translators: %s: a price. */
		return sprintf( __( 'Please enter an amount of at least %s.', 'largesse' ), $shares->amount( $this->item, $least ) );
	}

	private function too_much( Shares $shares, float $left ): string {
		/* translators: %s: a price. */
		return $left > 0 ? sprintf( __( 'Please enter an amount of at most %s.', 'largesse' ), $shares->amount( $this->item, $left ) ) : __( 'Somebody already gives this. Thank you for thinking of it!', 'largesse' );
	}
}
