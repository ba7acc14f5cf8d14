<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Registry\TypedWish;
use WP_Post;

/**
 * Form with which guests tell the other guests about a present, or suggest it to the owner (rules: Presents that are
 * not on the list).
 */
final class PresentForm extends GuestForm {

	/** Names of the fields. */
	public const AUDIENCE = 'audience';
	private const PICTURE = 'picture';
	private const GIVES   = 'gives';
	private const EMAIL   = 'email_for_gift';

	/** Audiences: values of AUDIENCE, and of the service. */
	public const GUESTS = 'guests';
	public const OWNERS = 'owners';

	protected const KIND   = 'present';
	protected const HIDDEN = array( self::PICTURE );

	/** @return list<string> The audiences that the owners of a registry allow. */
	public static function audiences( WP_Post $registry ): array {
		return array(
			...( IdeaSwitch::is_on( $registry ) ? array( self::GUESTS ) : array() ),
			...( SuggestionSwitch::is_on( $registry ) ? array( self::OWNERS ) : array() ),
		);
	}

	protected static function fields( WP_Post $registry ): array {
		$audiences = self::audiences( $registry );
		$choices   = array_intersect_key(
			array(
				self::GUESTS => __( 'The other guests, so that nobody gives it twice', 'largesse' ),
				self::OWNERS => __( 'The owner, who may add it as a wish', 'largesse' ),
			),
			array_flip( $audiences )
		);
		$later     = match ( true ) {
			! isset( $choices[ self::OWNERS ] )           => '',
			Surprise::of( $registry )->is_secret_now() => __( 'The owner does not see this. If the owner adds the wish, your gift is a surprise, like all gifts of this list.', 'largesse' ),
			default                                      => __( 'The owner does not see this yet. If the owner adds the wish, it counts as given at once. So the owner can tell that you give it.', 'largesse' ),
		};
		$fields    = TypedWish::fields() + array(
			self::AUDIENCE => new Field(
				'radio',
				__( 'Who should know?', 'largesse' ),
				array( 'required' => '' ),
				static fn ( string $typed ): string => isset( $choices[ $typed ] )
					? ''
					: __( 'Choose who should know.', 'largesse' ),
				initial: $audiences[0] ?? '',
				choices: $choices
			),
			self::PERSON   => GuestFields::name( hint: __( 'They see it.', 'largesse' ) ),
			self::GIVES    => new Field( 'checkbox', __( 'I will give it', 'largesse' ), hint: $later ),
		);
		return isset( $choices[ self::OWNERS ] )
			? $fields + array(
				self::EMAIL => GuestFields::email( false, __( 'If the owner adds the wish and you give it, we mail you the link to your gift. The owner does not see the address.', 'largesse' ), (string) wp_get_current_user()->user_email ),
			)
			: $fields;
	}

	/** Checks whether the guest suggests a wish to the owner. */
	public function is_for_owners(): bool {
		return self::OWNERS === $this->text( self::AUDIENCE );
	}

	/** Checks whether the guest will give the present. */
	public function gives(): bool {
		return '' !== $this->text( self::GIVES );
	}

	/** Returns the address for the mail about the gift in lower case; '' for none. */
	public function email(): string {
		return $this->gives() ? $this->address( self::EMAIL ) : '';
	}

	/** Returns the address of the shop's page; '' for none. */
	public function url(): string {
		return TypedWish::wish( $this->typed )['url'];
	}

	/** Returns the address of the shop's picture; may be empty. */
	public function picture(): string {
		$picture = WebAddress::of( $this->hidden[ self::PICTURE ] ?? '' );
		return null === FieldRules::problem( 'image_url', $picture ) ? $picture : '';
	}

	/** Fills all empty fields with texts from a shop's page. */
	public function filled( array $found ): self {
		$texts = TypedWish::texts(
			array(
				'currency' => '' === $found['currency'] ? null : $found['currency'],
			) + $found
		);
		$empty = array_filter( $texts, fn ( string $name ): bool => '' === $this->text( $name ), ARRAY_FILTER_USE_KEY );
		// The currency belongs to the price.
		$empty += isset( $empty[ TypedWish::INPUTS['price'] ] )
			? array( TypedWish::INPUTS['currency'] => $texts[ TypedWish::INPUTS['currency'] ] )
			: array();
		return $this->with( $empty, array( self::PICTURE => $found['image_url'] ) );
	}

	/** @return array{name: string, url: string|null, note: string|null, price: int|float|null, currency: string|null} The present, by field of an idea in the API. */
	public function idea(): array {
		$wish = TypedWish::wish( $this->typed );
		$url  = WebAddress::of_shop( $wish['url'] );
		return array(
			'name'     => $wish['name'],
			'url'      => '' === $url ? null : $url,
			'note'     => $wish['description'],
			'price'    => $wish['price'],
			'currency' => $wish['currency'],
		);
	}

	/**
	 * Returns the present as a suggestion.
	 *
	 * @param string $way   How the guest has opened the list (WayIn).
	 * @param string $level Surprise of the list now.
	 */
	public function suggestion( string $way, string $level ): Suggestion {
		$wish = TypedWish::wish( $this->typed ) + array( 'image_url' => '' === $this->picture() ? null : $this->picture() );
		return new Suggestion(
			$this->id->id,
			$wish,
			(string) $this->person(),
			get_current_user_id(),
			determine_locale(),
			way: $way,
			level: $level
		);
	}

	/** A form with one audience has no choice. */
	public function hidden(): array {
		return parent::hidden() + (
			$this->has_choice() ? array() : array( self::AUDIENCE => $this->text( self::AUDIENCE ) )
		);
	}

	public function inputs( array $problems ): array {
		$inputs = TypedWish::with_its_currency( parent::inputs( $problems ) );
		return $this->has_choice() ? $inputs : array_diff_key( $inputs, array( self::AUDIENCE => '' ) );
	}

	private function has_choice(): bool {
		return count( parent::inputs( array() )[ self::AUDIENCE ]['choices'] ) > 1;
	}
}
