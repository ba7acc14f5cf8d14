<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Html\Escape;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\SignedId;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Service\Rules;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Wish;
use WP_Post;

/** Renders the form for a gift, or a message and similar wishes if nothing is left to give. */
final class GiftForm {

	/** Prefix of the ids in the form. */
	private const ID = 'largesse-give-';

	/**
	 * @param array<string, mixed>       $item      The item, as guests get it; empty if the service does not answer.
	 * @param list<array<string, mixed>> $items     All items of the registry.
	 * @param bool                       $is_giving Whether the guest continues looking for gifts afterwards.
	 * @param list<string>               $own       Ids of the visitor's gifts of this item.
	 * @param int                        $taken     Number of pieces that this form may have reserved already.
	 */
	public function __construct(
		private readonly WP_Post $registry,
		private readonly int $item_id,
		private readonly array $item,
		private readonly array $items,
		private readonly bool $is_giving,
		private readonly GiftFields $fields,
		private readonly ?Refusal $refused,
		private readonly array $own,
		private readonly int $taken
	) {}

	/** Renders the form, at a level of headings. The form of an ArrivedGift changes this gift. */
	public function html( int $level ): string {
		$fields   = $this->fields;
		$refused  = $this->refused;
		$taken    = $this->taken;
		$notice   = $refused->message ?? '';
		$problems = $refused->problems ?? array();
		$arrived  = $refused instanceof ArrivedGift ? $refused->gift : null;
		$left     = min( Rules::MAX_PURCHASE_QUANTITY, $this->remaining() + ( $arrived?->purchase['quantity'] ?? $taken ) );
		$parts    = null === $arrived
			? GivingNotes::parts( $this->registry, $this->items, true )[ $this->item_id ] ?? array()
			: array();
		$own      = array() === $this->item
			? ''
			: GivingNotes::note(
				$this->registry,
				$this->item,
				null === $arrived ? $this->own : array( $arrived->purchase['id'] ),
				$parts
			);
		if ( 0 === $left && '' === $own ) {
			$notice = __( 'Somebody already gives this. Thank you for thinking of it!', 'largesse' );
		}
		if ( $left > 0 && $fields->asks_for_more_than( $left ) ) {
			/* translators: %s: how many of something are still wanted. */
			$text     = AnyNumber::is( $this->item ) ? __( 'Please give at most %s at a time.', 'largesse' ) : _n( 'Only %s is still wanted.', 'Only %s are still wanted.', $left, 'largesse' );
			$problems = array( GiftFields::QUANTITY => sprintf( $text, Number::text( $left ) ) ) + $problems;
		}
		$item      = $this->item;
		$part      = array() === $item || 0 === $left || null !== $arrived
			? null
			: RemainingView::parts( $this->registry, array( $item ) )[ $this->item_id ] ?? null;
		$is_shared = RemainingView::is_shared( $part );
		$is_whole  = $left > 0 && null === $arrived && ( $taken > 0 || ( $part['is_whole'] ?? true ) );
		$list      = (string) get_permalink( $this->registry );
		return Escape::shielded_html(
			Template::render(
				'giving/give-page',
				array(
					'level'     => $level,
					'back_url'  => $this->is_giving ? add_query_arg( ListView::GIVING, '1', $list ) : $list,
					'name'      => array() === $item ? __( 'Your gift', 'largesse' ) : (string) $item['name'],
					'picture'   => array() === $item ? null : Wish::picture( $item ),
					'shop'      => Wish::shop_name( $item ),
					'price'     => Price::of( $item ),
					'fields'    => array() === $item ? array() : Wish::fields( $item, $this->registry ),
					'remaining' => $is_shared || ( $this->remaining() > 0 && array() !== $item )
						? RemainingView::for_giving( $this->registry )->html( $item, $part )
						: '',
					'notice'    => $notice,
					/**
					 * Filters HTML above the form for a gift. The page is for this visitor alone, and no cache stores it.
					 *
					 * @param string  $html     HTML; it must be escaped.
					 * @param WP_Post $registry The list.
					 */
					'above'     => (string) apply_filters( 'largesse_above_gift_form', '', $this->registry ),
					'own_gift'  => $own,
					'similar'   => '' === $own
						&& ( 0 === $left || ( $fields->asks_for_more_than( $left ) && ! AnyNumber::is( $this->item ) ) )
						? $this->similar()
						: array(),
					'typed'     => array_filter( $fields->texts(), 'strlen' ) && Request::is_post()
						? array( SignedId::TOKEN => '' ) + $fields->texts()
						: array(),
					'change'    => null === $arrived
						? null
						: (
							new GiverPageView( $arrived, $this->registry, array() === $item ? null : $item )
						)->change_form( $fields, $problems ),
					'part'      => null === $part ? '' : $part['form'](),
					'is_shared' => $is_shared,
					'form'      => ! $is_whole
						? null
						: self::form(
							$left,
							$fields,
							$problems,
							$this->address( $this->item_id ),
							$this->disclosure(),
							GiftFields::added_to( $this->registry, $this->item_id ),
							array() !== $this->own
						),
				)
			)
		);
	}

	/**
	 * Renders the form for a list that the guest cannot access now: the guest's input, but no data of the list. If the
	 * form has already made a gift, `$change` is the form that changes it.
	 */
	public static function closed( string $address, GiftFields $fields, string $notice, ?array $change ): string {
		$form = null === $change
			? self::form( max( 1, $fields->number() ), $fields, $fields->typed->problems(), $address, '' )
			: null;
		return Template::render( 'giving/closed-form', compact( 'notice', 'change', 'form' ) );
	}

	/** Returns the open pieces, at most MAX_PURCHASE_QUANTITY, or this maximum if the service does not answer. */
	private function remaining(): int {
		return array() === $this->item
			? Rules::MAX_PURCHASE_QUANTITY
			: min( Rules::MAX_PURCHASE_QUANTITY, RemainingView::for_giving( $this->registry )->count( $this->item ) );
	}

	/** Returns the variables of `giving/gift-form`, with the fields of other plugins by name. `$left` is 1 or more. */
	private static function form(
		int $left,
		GiftFields $fields,
		array $problems,
		string $address,
		string $promise,
		array $added = array(),
		bool $is_another = false
	): array {
		$inputs = $fields->typed->inputs(
			self::ID,
			$problems,
			more: array( GiftFields::QUANTITY => array( 'max' => $left ) )
		);
		if ( 1 === $left && '1' === $fields->typed->text( GiftFields::QUANTITY ) ) {
			unset( $inputs[ GiftFields::QUANTITY ] );
		}
		$others = GiftFields::is_submitted() ? Fields::sent( $added, Submission::from_request() ) : Fields::fresh( $added );
		return array(
			'action'     => $address,
			// The form of a closed list does not show the fields of other plugins. So hidden fields keep the values that
			// the guest has typed into these fields.
			'hidden'     => $fields->id->hidden() + array_diff_key( $fields->added, $added ),
			'fields'     => array_values( $inputs + $others->inputs( self::ID, $problems ) ),
			'promise'    => $promise,
			'is_another' => $is_another,
		);
	}

	/**
	 * Returns a text that tells the guest what the owner can see, and when. Another list with the wish may hide the gift
	 * longer, so a text without a day promises nothing.
	 */
	private function disclosure(): string {
		$level = Surprise::level_of_item( $this->registry, $this->item_id );
		$date  = Surprise::day_of( $this->registry, $this->item_id );
		$day   = null === $date ? '' : Occasion::day( $date );
		return match ( true ) {
			Surprise::NAMES === $level                 => __( 'The owner of this list can see who gives what, and the message.', 'largesse' ),
			Surprise::HIDDEN === $level && '' !== $day => sprintf( /* translators: %s: a date. */ __( 'Your gift stays a surprise: the owner of this list cannot see it before %s.', 'largesse' ), $day ),
			Surprise::HIDDEN === $level                => __( 'Your gift stays a surprise: for now, the owner of this list cannot see it.', 'largesse' ),
			'' !== $day                                => sprintf( /* translators: %s: a date. */ __( 'The owner of this list can see that somebody is giving this. From %s on, the owner can also see who.', 'largesse' ), $day ),
			default                                    => __( 'The owner of this list can see that somebody is giving this, but not who.', 'largesse' ),
		};
	}

	/** @return list<array{name: string, price: string, url: string}> Open wishes of a similar price. */
	private function similar(): array {
		return array_map(
			fn ( array $item ) => array(
				'name'  => (string) $item['name'],
				'price' => Price::of( $item ),
				'url'   => $this->address( (int) $item['id'] ),
			),
			PriceRange::similar(
				$this->item + array( 'id' => $this->item_id ),
				$this->items,
				RemainingView::for_giving( $this->registry )->count( ... )
			)
		);
	}

	private function address( int $item_id ): string {
		return GiftFormPage::url_prefix( $this->registry->ID, $this->is_giving ) . $item_id;
	}
}
