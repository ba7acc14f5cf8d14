<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Blocks\Blocks;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\MailAddress;
use Largesse\Foundation\Service\NoRoom;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\ListLinkPage;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\PromiseWays;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\WayIn;
use WP_Error;
use WP_Post;

/**
 * Page on which a giver sees a gift, marks the gift as bought, changes it, or gives it back (pages: The giver's page).
 * The page requires only the key in its address (GiftLink). It works even if the registry no longer exists, or the
 * giver may no longer open it, because givers must always be able to withdraw. Owners of the registry see nothing, even
 * with a valid key, because a giver and an owner may share a browser.
 *
 * @extends ListLinkPage<OwnGift>
 */
final class GiverPage extends ListLinkPage {

	public const FIELD = GiftLink::PARAMETER;

	/** Name of the form field with the pressed button, and the buttons. */
	public const BUTTON    = 'act';
	public const BUY       = 'bought';
	public const UNBUY     = 'reserved';
	public const CHANGE    = 'change';
	public const GIVE_BACK = 'back';
	public const SEND      = 'send';

	/**
	 * Maximum number of addresses that a giver can enter for a gift in a day. Each gets a mail with the link, unless it
	 * belongs to a recipient, and the giver must learn that. Without a limit, a program could find recipients' addresses.
	 */
	private const ADDRESSES_A_DAY = 5;

	/**
	 * Name of the parameter with the giver's last action, about which the page shows a message. Values are the actions
	 * above, GIVEN after giving in the dialog (give.ts) or as a member, and ARRIVED if the giver opens a form again that
	 * has already made the gift.
	 */
	public const TOLD    = SharedNames::TOLD_PARAMETER;
	public const GIVEN   = SharedNames::TOLD_GIVEN;
	public const ARRIVED = 'arrived';

	/** Name of the parameter that redirects to the shop. */
	public const TO_SHOP = 'shop';

	public function __construct(
		private readonly Purchases $purchases,
		private readonly Store $store,
		private readonly GiftMailSender $mails
	) {}

	protected function list_of( mixed $gift ): ?OpenedList {
		$registry = Registries::with_id( $gift->purchase['registry_id'] );
		return null === $registry
			? null
			: PromiseWays::list_of(
				$gift->purchase,
				WayIn::of_visitor( $registry ),
				WayIn::of_member( (int) $gift->purchase['giver_user_id'] )
			);
	}

	/** Without the list, nobody learns whether more pieces are left. */
	protected function press_own( mixed $gift, string $button, Submission $sent ): ShownPage|Refusal|null {
		$more = self::CHANGE === $button && GiftFields::from_request()->number() > $gift->purchase['quantity'];
		return $more ? self::not_open() : $this->change( $gift, $button, $sent );
	}

	protected function press_opened(
		mixed $gift,
		OpenedList $list,
		string $button,
		Submission $sent
	): ShownPage|Refusal|null {
		return $this->change( $gift, $button, $sent );
	}

	private function change( OwnGift $gift, string $button, Submission $sent ): ShownPage|Refusal|null {
		return match ( $button ) {
			self::BUY, self::UNBUY => self::result( $this->purchases->change( $gift, array( 'state' => $button ) ) ),
			self::CHANGE           => $this->change_fields( $gift, $sent ),
			self::GIVE_BACK        => $this->give_back( $gift ),
			self::SEND             => $this->send_link( $gift, $sent ),
			default                => self::unknown_button(),
		};
	}

	protected function next( mixed $gift, string $button ): string {
		return GiftLink::url( $this->list_of( $gift ), $gift->purchase['id'], array( self::TOLD => $button ) );
	}

	/** Returns the gift of this request, or shows why there is none. */
	protected function subject( Submission $sent ): ?OwnGift {
		$gift = OwnGift::of_link( $sent, $this->purchases );
		$id   = GiftLink::proven_id( $sent );
		if ( is_wp_error( $gift ) ) {
			$sent->is_form ? self::show_retry_form( $sent, $gift ) : self::show_failure( (string) $id, $gift );
			return null;
		}
		if ( null === $gift ) {
			self::show_missing( $id, $sent );
			return null;
		}
		$purchase = $gift->purchase;
		$registry = Registries::with_id( $purchase['registry_id'] );
		if ( Appearances::receives( $purchase ) ) {
			GiftCookies::forget( $purchase['registry_id'] );
			// The texts reveal nothing about the gift.
			$texts = array(
				__( 'You are signed in as the owner of this registry. So that surprises stay surprises, you cannot open your guests’ pages.', 'largesse' ),
				__( 'Are you a guest and share this device with them? Then open your link in another browser, or sign out first.', 'largesse' ),
			);
			$links = array(
				OwnerPage::url() => __( 'My registries', 'largesse' ),
				wp_logout_url()  => __( 'Sign out', 'largesse' ),
			);
			PrivatePage::show( 403, __( 'This page is for your guests', 'largesse' ), PrivatePage::panel( $texts, $links ) );
			return null;
		}
		if ( $registry ) {
			/**
			 * Fires before the page of a gift is shown to its giver, before any output.
			 *
			 * @param string  $purchase_id Id of the gift.
			 * @param WP_Post $registry    The registry.
			 */
			do_action( 'largesse_gift_page', $purchase['id'], $registry );
		}
		return $gift;
	}

	/** Changes a gift by sent fields, and mails the link to a new address. */
	private function change_fields( OwnGift $gift, Submission $sent ): ShownPage|Refusal|null {
		$purchase = $gift->purchase;
		$fields   = GiftFields::from_request();
		$problems = array_intersect_key( $fields->typed->problems(), $sent->all() );
		$registry = Registries::with_id( $purchase['registry_id'] );
		$address  = $sent->has( GiftFields::EMAIL ) ? $fields->gift()[ GiftFields::EMAIL ] : null;
		$limit    = $problems || in_array( $address, array( null, $purchase[ GiftFields::EMAIL ] ), true )
			? null
			: self::limit_of_addresses( $purchase );
		$wait     = $limit?->take() ?? 0;
		if ( $wait > 0 ) {
			$problems[ GiftFields::EMAIL ] = self::too_many_addresses();
		}
		if ( $problems ) {
			return new RefusedChange( $wait > 0 ? 429 : 422, $problems, $fields, $wait );
		}
		$changed = $this->purchases->rewrite( $gift, array_intersect_key( $fields->gift(), $sent->all() ) );
		if (
			is_array( $changed ) && null !== $registry && $changed[ GiftFields::EMAIL ] !== $purchase[ GiftFields::EMAIL ]
		) {
			$this->mails->queue_gift_mail( $changed, $registry );
		}
		if ( is_wp_error( $changed ) ) {
			$limit?->give_back();
		}
		return self::result( $changed );
	}

	/** Mails the link. Stores an address until then, or longer if its giver keeps it. */
	private function send_link( OwnGift $gift, Submission $sent ): ShownPage|Refusal|null {
		$purchase = $gift->purchase;
		$typed    = Fields::sent( GiftFields::for_link( $purchase ), $sent );
		$to       = strtolower( MailAddress::ascii( $typed->text( GiftFields::LINK_TO ) ) );
		$registry = Registries::with_id( $purchase['registry_id'] );
		$problems = $typed->problems();
		$limit    = self::limit_of_addresses( $purchase );
		$wait     = $problems ? 0 : $limit->take();
		if ( $wait > 0 ) {
			$problems[ GiftFields::LINK_TO ] = self::too_many_addresses();
		} elseif (
			! $problems
			&& (
				null === $registry
				|| RecipientMailboxes::of_promise( $purchase )->contain( $to )
			)
		) {
			$problems[ GiftFields::LINK_TO ] = __( 'We cannot send the link to this address. Please use another one.', 'largesse' );
		}
		if ( $problems || null === $registry ) {
			return new RefusedLink( $wait > 0 ? 429 : 422, $problems, $typed, $wait );
		}
		if ( '1' !== $typed->text( GiftFields::KEEP_ADDRESS ) ) {
			$this->mails->queue_link_mail( $purchase, $registry, $to );
			return null;
		}
		$kept = $this->purchases->rewrite( $gift, array( GiftFields::EMAIL => $to ) );
		if ( is_array( $kept ) ) {
			$this->mails->queue_gift_mail( $kept, $registry );
		}
		if ( is_wp_error( $kept ) ) {
			$limit->give_back();
		}
		return self::result( $kept );
	}

	/** Returns the limit of the addresses that the giver enters for a gift. */
	private static function limit_of_addresses( array $purchase ): RateLimit {
		return new RateLimit( "links to {$purchase['id']}", self::ADDRESSES_A_DAY, DAY_IN_SECONDS );
	}

	private static function too_many_addresses(): string {
		return NoRoom::reason_of( 429 )?->get_error_message()
			?? __( 'You have entered several addresses for this gift today. Please try again tomorrow.', 'largesse' );
	}

	/** Deletes a purchase, and removes it from the cookie. */
	private function give_back( OwnGift $gift ): ShownPage|Refusal|null {
		$failure = $this->purchases->give_back( $gift );
		if ( null === $failure ) {
			GiftCookies::remove_gift( $gift->purchase['id'] );
		}
		return self::result( $failure );
	}

	/** Returns why a change failed; null if it worked. Without an answer of the service, shows a form that repeats it. */
	private static function result( mixed $answer ): ShownPage|Refusal|null {
		if ( ! is_wp_error( $answer ) ) {
			return null;
		}
		if ( Purchases::NOT_ENOUGH === ApiError::status( $answer ) ) {
			return new RefusedChange( Purchases::NOT_ENOUGH, array(), GiftFields::from_request() );
		}
		if ( 422 === ApiError::status( $answer ) ) {
			return new RefusedChange( 422, GiftFields::service_problems( $answer ), GiftFields::from_request() );
		}
		self::show_retry_form( Submission::from_request(), $answer );
		return new ShownPage();
	}

	/** Shows the page, or redirects to the shop. Shows a failure if the wish is unknown. */
	protected function show_opened( mixed $gift, OpenedList $list, ?Refusal $refused, Submission $sent ): void {
		$purchase = $gift->purchase;
		$items    = $this->store->items->for_reader( $list );
		if ( is_wp_error( $items ) ) {
			self::show_failure( $purchase['id'], $items );
			return;
		}
		if ( $purchase['is_secret'] && Surprise::of( $list->registry )->has_come() ) {
			// Reading the items has revealed the gifts of the list (RevealScheduler), unless another list still hides them.
			$revealed = OwnGift::of_link( $sent, $this->purchases );
			$gift     = $revealed instanceof OwnGift ? $revealed : $gift;
			$purchase = $gift->purchase;
		}
		$item = array_column( $items, null, 'id' )[ $purchase['item_id'] ] ?? null;
		$this->show_gift( $gift, new GiverPageView( $gift, $list->registry, $item, $list ), $refused, $sent );
	}

	/** Shows the wish as it was promised; without a list, the view says that the list was deleted. */
	protected function show_own( mixed $gift, ?Refusal $refused, Submission $sent ): void {
		$registry = Registries::with_id( $gift->purchase['registry_id'] );
		$item     = null === $registry ? null : PromisedWish::item( $gift->purchase );
		$this->show_gift( $gift, new GiverPageView( $gift, $registry, $item ), $refused, $sent );
	}

	private function show_gift( OwnGift $gift, GiverPageView $view, ?Refusal $refused, Submission $sent ): void {
		$purchase = $gift->purchase;
		$registry = Registries::with_id( $purchase['registry_id'] );

		$told = $refused->message ?? '';
		if ( null === $refused ) {
			if ( $sent->has( self::TO_SHOP ) && '' !== $view->shop() ) {
				ShopLinks::redirect_to_shop( $view->shop() );
			}
			$told = self::told( $sent->text( self::TOLD ), self::remember( $purchase ), $purchase['state'] );
		}
		$is_mailed = null !== $registry
			&& self::SEND !== $sent->text( self::TOLD )
			&& $this->mails->is_on_its_way( $purchase );
		Blocks::register_modules();
		wp_enqueue_script_module( Blocks::GIVER_SCRIPT );
		PrivatePage::show(
			$refused->status ?? 200,
			__( 'Your gift', 'largesse' ),
			$view->html( $told, $is_mailed, $refused )
		);
	}

	/** Shows that there is no gift. Only visitors with the key learn that it was given back; else `$id` is null. */
	private static function show_missing( ?string $id, Submission $sent ): void {
		$registry = OpenedList::shown()?->registry;
		if ( null !== $id ) {
			GiftCookies::remove_gift( $id );
		}
		/* translators: %s: title of a registry. */
		$links = null === $registry ? array( home_url( '/' ) => __( 'Go to the start page', 'largesse' ) ) : array( (string) get_permalink( $registry ) => str_replace( '%s', Registries::title( $registry ), __( 'Open %s', 'largesse' ) ) );
		if (
			null !== $id && in_array( self::GIVE_BACK, array( $sent->text( self::TOLD ), $sent->text( self::BUTTON ) ), true )
		) {
			PrivatePage::show(
				200,
				__( 'Given back', 'largesse' ),
				PrivatePage::panel( array( self::noted( self::GIVE_BACK ) ), $links )
			);
			return;
		}
		$texts = array(
			__( 'It may have been given back, or its list was deleted, or a part of the link is missing.', 'largesse' ),
			__( 'If the link came by e-mail, open it from there, or copy the whole link into the address field of your browser.', 'largesse' ),
		);
		PrivatePage::show( 404, __( 'There is no gift here', 'largesse' ), PrivatePage::panel( $texts, $links ) );
	}

	/**
	 * Stores a gift without an account in this browser, and forgets the form of a member's gift. Returns whether this
	 * browser shows a guest's gift for the first time, usually because the guest has just given it.
	 */
	private static function remember( array $purchase ): bool {
		if ( null !== $purchase['giver_user_id'] ) {
			GiftCookies::remove_gift( $purchase['id'] );
			return false;
		}
		$is_new = ! isset( GiftCookies::gifts()[ $purchase['id'] ] );
		if ( $is_new ) {
			GiftCookies::add_gift( $purchase['registry_id'], $purchase['item_id'], $purchase['id'] );
		}
		return $is_new;
	}

	/** Returns a sentence about the last action, from the parameter `told`; '' if there was none. `$is_new`: see above. */
	private static function told( string $told, bool $is_new, string $state ): string {
		return match ( true ) {
			self::ARRIVED === $told                        => __( 'Your gift has arrived, and it is registered in your name.', 'largesse' ),
			self::SEND === $told                           => __( 'We are sending you a mail with your personal link.', 'largesse' ),
			self::CHANGE === $told                         => __( 'Your changes are saved.', 'largesse' ),
			$told === $state                               => self::noted( $told ),
			self::GIVEN === $told, $is_new
				&& '' === $told => __( 'Thank you! We have noted that you are giving this.', 'largesse' ),
			default                                        => '',
		};
	}

	/** Returns the sentence after one of the buttons BUY, UNBUY and GIVE_BACK; '' for another text. */
	public static function noted( string $button ): string {
		return match ( $button ) {
			self::BUY       => __( 'Noted: you have bought it. Thank you!', 'largesse' ),
			self::UNBUY     => __( 'Noted: you have not bought it yet.', 'largesse' ),
			self::GIVE_BACK => __( 'You have given it back. Thank you for telling us: now somebody else can give it.', 'largesse' ),
			default         => '',
		};
	}

	private static function show_failure( string $id, WP_Error $reason ): void {
		PrivatePage::show_failure(
			__( 'Your gift cannot be shown right now, but nothing about it has changed. Please try again in a minute.', 'largesse' ),
			$reason,
			array( GiftLink::url( null, $id ) => __( 'Try again', 'largesse' ) )
		);
	}

	/** Responds with 503 and a button that sends the form again: every action can be repeated safely. */
	private static function show_retry_form( Submission $sent, WP_Error $reason ): void {
		PrivatePage::show_failure(
			__( 'We cannot reach the list of gifts, so we do not know whether this worked. Press the button again in a minute: nothing is done twice, and your text is still here.', 'largesse' ),
			$reason,
			array(),
			Template::render( 'giving/retry-form', array( 'hidden' => array_filter( $sent->all(), 'is_string' ) ) )
		);
	}
}
