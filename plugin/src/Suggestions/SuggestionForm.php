<?php
declare( strict_types=1 );

namespace Largesse\Suggestions;

use Largesse\Format\Price;
use Largesse\Format\WebAddress;
use Largesse\Giving\Surprise;
use Largesse\Http\Field;
use Largesse\Http\Fields;
use Largesse\Http\GuestFields;
use Largesse\Http\SignedId;
use Largesse\Http\Submission;
use Largesse\Registry\TypedWish;
use Largesse\Service\FieldRules;
use Largesse\Service\MailAddress;
use WP_Post;

/**
 * Values of the form with which guests suggest a wish (rules: Suggestions). The id of the new suggestion is signed, so that
 * no form can name the id of another guest's gift or suggestion.
 */
final class SuggestionForm {

	/** Names of the fields. */
	private const PICTURE  = 'picture';
	private const CURRENCY = 'price_currency';
	private const PERSON   = 'person';
	private const GIVES    = 'gives';
	private const EMAIL    = 'email_for_gift';

	/** Kind of the form's id. */
	public const KIND = 'suggestion';

	/**
	 * @param string $picture Address; may be empty.
	 * @param string $currency Currency of the price; '' for the site's.
	 */
	private function __construct(
		public readonly SignedId $id,
		public readonly Fields $typed,
		public readonly string $picture = '',
		public readonly string $currency = ''
	) {}

	/** Returns a form with a new id. The other values come from `$sent`, if it is set. */
	public static function fresh( WP_Post $registry, ?self $sent = null ): self {
		return new self( SignedId::fresh( self::KIND, $registry ), $sent->typed ?? Fields::fresh( self::fields( $registry ) ), $sent->picture ?? '', $sent->currency ?? '' );
	}

	/** Reads the values of a sent form. */
	public static function of( WP_Post $registry, Submission $sent ): self {
		$picture  = WebAddress::of( $sent->trimmed( self::PICTURE ) );
		$currency = $sent->trimmed( self::CURRENCY );
		return new self(
			SignedId::of( $sent ),
			Fields::sent( self::fields( $registry ), $sent ),
			null === FieldRules::problem( 'image_url', $picture ) ? $picture : '',
			'' !== $currency && null === FieldRules::problem( 'currency', $currency ) ? (string) Price::foreign( $currency ) : ''
		);
	}

	/** @return array<string, Field> Fields by name. */
	private static function fields( WP_Post $registry ): array {
		$later = Surprise::of( $registry )->is_secret_now()
			? __( 'The owner does not see this. If the wish is added, your gift is a surprise, like all gifts of this list.', 'largesse' )
			: __( 'The owner does not see this yet. If the wish is added, your gift counts like all gifts of this list.', 'largesse' );
		return TypedWish::fields() + array(
			self::PERSON => GuestFields::name( hint: __( 'The owner sees it.', 'largesse' ) ),
			self::GIVES  => new Field( 'checkbox', __( 'I will give it', 'largesse' ), hint: $later ),
			self::EMAIL  => GuestFields::email( false, __( 'Only if you give it: we mail you the link to your gift. The owner does not see it.', 'largesse' ), (string) wp_get_current_user()->user_email ),
		);
	}

	/**
	 * Fills all empty fields with data from a shop's page.
	 *
	 * @param array<string, string> $found Texts by field.
	 */
	public function filled( array $found ): self {
		$empty = array_filter( TypedWish::texts( array( 'price' => FieldRules::typed_price( $found['price'] ) ) + $found ), fn ( string $name ): bool => '' === $this->typed->text( $name ), ARRAY_FILTER_USE_KEY );
		$currency = isset( $empty[ TypedWish::INPUTS['price'] ] ) ? $found['currency'] : $this->currency;
		return new self( $this->id, $this->typed->with( $empty ), $found['image_url'], $currency );
	}

	/** Returns the suggestion of the form. */
	public function suggestion(): Suggestion {
		$gives = '' !== $this->typed->text( self::GIVES );
		$wish  = TypedWish::wish( $this->typed );
		$more  = array(
			'currency'  => null === $wish['price'] || '' === $this->currency ? null : $this->currency,
			'image_url' => '' === $this->picture ? null : $this->picture,
		);
		return new Suggestion(
			$this->id->id,
			$wish + $more,
			$this->typed->text( self::PERSON ),
			get_current_user_id(),
			$gives,
			$gives ? strtolower( MailAddress::ascii( $this->typed->text( self::EMAIL ) ) ) : '',
			determine_locale()
		);
	}

	/** @return array<string, string> Hidden fields of the form. */
	public function hidden(): array {
		return $this->id->hidden() + array(
			self::PICTURE  => $this->picture,
			self::CURRENCY => $this->currency,
		);
	}
}
