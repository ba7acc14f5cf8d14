<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Service\Rules;
use Largesse\People\Accounts\Registration;
use Largesse\Registries\Links\MyGifts;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use WP_Post;

/**
 * Shows a giver their gift and the possible actions. The view needs no scripts, and also works if the wish or the
 * registry no longer exists. Names of members are not public (OwnerPrivacy), so it names the owner only to a giver who
 * came through a link.
 */
final class GiverPageView {

	/** @var array<string, mixed> The gift, as the service has returned it. */
	private readonly array $purchase;

	/**
	 * The registry is null if it no longer exists; the list, too, if the giver may not open it. The wish has its remaining
	 * quantity; null if it was removed. Without the list, it is the wish as it was promised.
	 */
	public function __construct(
		OwnGift $gift,
		private readonly ?WP_Post $registry,
		private readonly ?array $item,
		private readonly ?OpenedList $list = null
	) {
		$this->purchase = $gift->purchase;
	}

	/** Returns the address of the shop; an empty text for none. */
	public function shop(): string {
		return null === $this->item ? '' : ShopLinks::shop( $this->item );
	}

	/** Returns the maximum number that the giver can give: their current number plus the remaining quantity. */
	private function max_quantity(): int {
		return min(
			Rules::MAX_PURCHASE_QUANTITY,
			$this->purchase['quantity'] + (int) ( $this->item[ Store::REMAINING ] ?? 0 )
		);
	}

	/**
	 * Renders the page. `$told` is a sentence about the last change, which may be empty. `$is_mailed`: a mail with the
	 * link is about to be sent. Shows a refused form again.
	 */
	public function html( string $told, bool $is_mailed = false, ?Refusal $refused = null ): string {
		$change    = $refused instanceof RefusedChange ? $refused->typed : null;
		$link      = $refused instanceof RefusedLink ? $refused->typed : null;
		$problems  = $refused->problems ?? array();
		$item      = $this->item;
		$state     = $this->purchase['state'];
		$registry  = $this->list?->registry;
		$facts     = array( Wish::shop_name( $item ?? array() ), Price::of( $item ?? array() ) );
		/**
		 * Filters whether the page of a gift shows the name of the registry's owner.
		 *
		 * @param bool   $is_known    Whether the giver may know the name.
		 * @param string $purchase_id Id of the gift.
		 */
		$is_known = (bool) apply_filters( 'largesse_giver_knows_owner', false, $this->purchase['id'] );
		return Template::render(
			'giving/giver-page',
			array(
				'told'         => $told,
				'picture'      => null === $registry || null === $item ? null : Wish::picture( $item ),
				'title'        => $registry ? Registries::title( $registry ) : null,
				'owner'        => $registry && $is_known ? Roles::of( $registry )->author_name() : '',
				'day'          => $registry
					? Occasion::day( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) )
					: '',
				'name'         => Purchases::name( $this->purchase, $item ),
				'facts'        => array_values( array_filter( $facts, 'strlen' ) ),
				'fields'       => OwnGiftFields::of( $this->purchase, $item ?? array(), $this->list, false ),
				'quantity'     => $this->quantity(),
				'is_bought'    => GiverPage::BUY === $state,
				'state'        => GiftState::label( $state ),
				'message'      => (string) $this->purchase['message'],
				'delivery'     => null === $registry || null === $item || $this->purchase['is_owner']
					? array()
					: DeliveryLines::of( $this->list ),
				'trouble'      => $this->removal_note(),
				'changed'      => ChangeNote::of( $this->purchase, $this->item ),
				'secret'       => $this->secret_note(),
				'is_mailed'    => $is_mailed,
				'shop_url'     => '' === $this->shop() ? '' : $this->shop_link(),
				'state_form'   => $this->form( ...GiftState::button( $state ) ),
				'change_form'  => $this->change_form(
					$change,
					Purchases::NOT_ENOUGH === $refused?->status ? array( GiftFields::QUANTITY => $this->not_enough() ) : $problems
				),
				'is_changing'  => null !== $change,
				'link_form'    => null === $this->registry ? null : $this->link_form( $link, $problems ),
				'is_sending'   => null !== $link,
				'back_form'    => $this->form( GiverPage::GIVE_BACK, __( 'Yes, I can’t give it', 'largesse' ) ),
				'is_wanted'    => null !== $item,
				'account'      => $this->account_offer(),
				'page_url'     => GiftLink::url( $this->list, $this->purchase['id'] ),
				'elsewhere'    => $this->other_links(),
			)
		);
	}

	private function quantity(): string {
		$quantity = $this->purchase['quantity'];
		return 1 === $quantity
			? __( 'You are giving this.', 'largesse' )
			/* translators: %s: how many somebody gives of a wish, at least 2. */
			: sprintf( __( 'You are giving %s of these.', 'largesse' ), Number::text( $quantity ) );
	}

	/** Returns a note that asks to keep the gift secret; an empty text if the owner may know about the gift. */
	private function secret_note(): string {
		if ( ! $this->purchase['is_secret'] ) {
			return '';
		}
		$day = null === $this->list ? null : Surprise::day_of( $this->list->registry, $this->purchase['item_id'] );
		return null === $day
			? __( 'It is a surprise: please do not tell them.', 'largesse' )
			/* translators: %s: a date. */
			: sprintf( __( 'It is a surprise until %s: please do not tell them.', 'largesse' ), Occasion::day( $day ) );
	}

	/**
	 * Returns a sentence if wish or registry was removed, or the giver cannot open the registry; otherwise ''. The wish
	 * of a deleted registry may be on another one, of which the giver learns nothing.
	 */
	private function removal_note(): string {
		return match ( true ) {
			null === $this->registry => __( 'This registry no longer exists, but your gift is still registered.', 'largesse' ),
			null === $this->list     => __( 'You cannot open the registry at the moment, but your gift is still registered.', 'largesse' ),
			null === $this->item     => __( 'The owner has removed this wish from the list. If you have not bought it yet, say that you can’t give it after all, and choose another one.', 'largesse' ),
			default                  => '',
		};
	}

	/** Returns an address that redirects to the shop: ShopLinks, or the giver's page if the registry is not open. */
	private function shop_link(): string {
		return null !== $this->list
			? ShopLinks::url_prefix( $this->list->registry->ID ) . $this->purchase['item_id']
			: GiftLink::url( null, $this->purchase['id'], array( GiverPage::TO_SHOP => '1' ) );
	}

	private function not_enough(): string {
		$most = $this->max_quantity();
		return $most <= $this->purchase['quantity']
			? __( 'There are no more left, because others are giving the rest. Your gift is unchanged.', 'largesse' )
			/* translators: 1: how many the giver can give, 2: how many they give now. */
			: sprintf( __( 'There are not that many left. You can give up to %1$s; for now it stays at %2$s.', 'largesse' ), Number::text( $most ), Number::text( $this->purchase['quantity'] ) );
	}

	/** Returns the form that changes the gift, perhaps a refused form with its problems: data of `giving/giver-form`. */
	public function change_form( ?GiftFields $typed, array $problems ): array {
		$form   = $this->form( GiverPage::CHANGE, __( 'Save', 'largesse' ), 'largesse-giver__form' );
		$typed ??= GiftFields::of( $this->purchase );
		$inputs = $typed->typed->inputs(
			'largesse-giver-',
			$problems,
			more: array( GiftFields::QUANTITY => array( 'max' => $this->max_quantity() ) )
		);
		if ( $this->max_quantity() < 2 && '1' === $typed->typed->text( GiftFields::QUANTITY ) ) {
			unset( $inputs[ GiftFields::QUANTITY ] );
		} elseif ( null === $this->item || ! AnyNumber::is( $this->item ) ) {
			/* translators: %s: how many somebody can give. */
			$inputs[ GiftFields::QUANTITY ]['label'] = sprintf( __( 'How many (up to %s)', 'largesse' ), Number::text( $this->max_quantity() ) );
		}
		$form['fields'] = array_values( $inputs );
		return $form;
	}

	private function link_form( ?Fields $typed, array $problems ): array {
		$inputs = (
			$typed ?? Fields::fresh( GiftFields::for_link( $this->purchase ) )
		)->inputs( 'largesse-giver-', $problems );
		return array( 'fields' => array_values( $inputs ) ) + $this->form(
			GiverPage::SEND,
			__( 'Send', 'largesse' ),
			'largesse-giver__form'
		);
	}

	/**
	 * Returns the offer to keep the gift in an account: a link to My registries, which adds gifts of this browser to
	 * the account, or links to register and sign in. The cookie identifies the gifts, so the links need no key. Null if
	 * the gift is in an account.
	 */
	private function account_offer(): ?array {
		if ( ! Purchases::is_free( $this->purchase ) ) {
			return null;
		}
		$back      = OwnerPage::url();
		$is_member = is_user_logged_in();
		$is_open   = Registration::is_open();
		$links     = (
			$is_open ? array( Registration::url( $back ) => __( 'Create an account', 'largesse' ) ) : array()
		) + array( Registration::sign_in_url( $back ) => __( 'Sign in', 'largesse' ) );
		return array(
			'text'  => $is_member || $is_open
				? __( 'Keep all your gifts in one place:', 'largesse' )
				: __( 'Do you have an account here?', 'largesse' ),
			'links' => $is_member ? array( $back => __( 'My registries', 'largesse' ) ) : $links,
		);
	}

	/** @return array<string, string> Texts by address. */
	private function other_links(): array {
		$links = array();
		// The page of a list with a password asks for it.
		if ( null !== $this->registry && ( null !== $this->list || Registries::may_read( $this->registry ) ) ) {
			$links[ add_query_arg( ListView::GIVING, '1', (string) get_permalink( $this->registry ) ) ] = __( 'See the other wishes', 'largesse' );
		}
		$links[ MyGifts::url() ] = __( 'Everything I am giving', 'largesse' );
		return $links;
	}

	/** @return array<string, mixed> Data of `giving/giver-form`. A field has the key: logs store addresses. */
	private function form( string $act, string $label, string $style = '' ): array {
		return array(
			'class'  => $style,
			'action' => null === $this->list ? home_url( '/' ) : (string) get_permalink( $this->list->registry ),
			'hidden' => array_map( 'strval', GiftLink::parameters( $this->purchase['id'] ) ),
			'fields' => array(),
			'name'   => GiverPage::BUTTON,
			'act'    => $act,
			'label'  => $label,
		);
	}
}
