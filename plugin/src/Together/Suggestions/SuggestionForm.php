<?php
declare( strict_types=1 );

namespace Largesse\Together\Suggestions;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Promises\Giving\Surprise;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Registries\Registry\TypedWish;
use Largesse\Foundation\Service\FieldRules;
use WP_Post;

/** Form with which guests suggest a wish (rules: Suggestions). */
final class SuggestionForm extends GuestForm {

	/** Names of the fields. */
	private const PICTURE = 'picture';
	private const GIVES   = 'gives';
	private const EMAIL   = 'email_for_gift';

	protected const KIND   = 'suggestion';
	protected const HIDDEN = array( self::PICTURE );

	protected static function fields( WP_Post $registry ): array {
		$later = Surprise::of( $registry )->is_secret_now()
			? __( 'The owner does not see this. If the wish is added, your gift is a surprise, like all gifts of this list.', 'largesse' )
			: __( 'The owner does not see this yet. If the wish is added, your gift counts like all gifts of this list.', 'largesse' );
		return TypedWish::fields() + array(
			self::PERSON => GuestFields::name( hint: __( 'The owner sees it.', 'largesse' ) ),
			self::GIVES  => new Field( 'checkbox', __( 'I will give it', 'largesse' ), hint: $later ),
			self::EMAIL  => GuestFields::email( false, __( 'Only if you give it: we mail you the link to your gift. The owner does not see it.', 'largesse' ), (string) wp_get_current_user()->user_email ),
		);
	}

	/** Returns the address of the shop's picture; may be empty. */
	public function picture(): string {
		$picture = WebAddress::of( $this->hidden[ self::PICTURE ] ?? '' );
		return null === FieldRules::problem( 'image_url', $picture ) ? $picture : '';
	}

	/** Returns the address of the shop's page; '' for none. */
	public function url(): string {
		return TypedWish::wish( $this->typed )['url'];
	}

	/** Fills all empty fields with texts from a shop's page. */
	public function filled( array $found ): self {
		$texts = TypedWish::texts( array( 'price' => FieldRules::typed_price( $found['price'] ), 'currency' => '' === $found['currency'] ? null : $found['currency'] ) + $found );
		$empty = array_filter( $texts, fn ( string $name ): bool => '' === $this->text( $name ), ARRAY_FILTER_USE_KEY );
		// The currency belongs to the price.
		$empty += isset( $empty[ TypedWish::INPUTS['price'] ] ) ? array( TypedWish::INPUTS['currency'] => $texts[ TypedWish::INPUTS['currency'] ] ) : array();
		return $this->with( $empty, array( self::PICTURE => $found['image_url'] ) );
	}

	/** Returns the suggestion of the form. */
	public function suggestion(): Suggestion {
		$gives = '' !== $this->text( self::GIVES );
		$wish  = TypedWish::wish( $this->typed );
		$more  = array(
			'image_url' => '' === $this->picture() ? null : $this->picture(),
		);
		return new Suggestion(
			$this->id->id,
			$wish + $more,
			(string) $this->person(),
			get_current_user_id(),
			$gives,
			$gives ? $this->address( self::EMAIL ) : '',
			determine_locale()
		);
	}

	public function inputs( array $problems ): array {
		return TypedWish::with_its_currency( parent::inputs( $problems ) );
	}
}
