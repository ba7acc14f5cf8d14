<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\PageWithForm;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\SignedId;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\ConnectedSite;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Page on which guests give an item: `?give=<item>` on the page of a registry (pages: Giving). Owners cannot use this
 * form, because it reveals how many pieces others give. They record their own purchases on My registries.
 *
 * If a response is lost, the guest may submit the form again. To prevent a second purchase, the id of the form becomes
 * the id of the purchase (pages: Lost answers). The signature of the form needs no cookie. If the browser stores no
 * cookie, each opened form has a new id.
 *
 * @extends PageWithForm<WP_Post>
 */
final class GiftFormPage extends PageWithForm {

	/** Name of the parameter with the item's id. */
	public const PARAMETER = SharedNames::GIVE_PARAMETER;

	/** Field that only the form contains. The parameter above decides about the page (`is_requested()`). */
	public const FIELD = SignedId::TOKEN;

	/** The prepared form or notice; null for none. */
	private GiftForm|GiveNotice|null $content = null;

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** @return array<string, string> Link back to a registry, for guests, who see there what others give. */
	public static function link_to_list( ?WP_Post $registry ): array {
		return null === $registry ? array() : PrivatePage::link_to( $registry, array( ListView::GIVING => '1' ) );
	}

	/** Returns the address for giving an item, without the item's id. It keeps the mode of looking for gifts. */
	public static function url_prefix( int $registry_id, bool $is_giving ): string {
		$query = ( $is_giving ? array( ListView::GIVING => '1' ) : array() ) + array( self::PARAMETER => 0 );
		return substr( add_query_arg( $query, (string) get_permalink( $registry_id ) ), 0, -1 );
	}

	/** Prepares the requested form, or processes a submitted form. */
	public function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		if ( isset( $_GET[ ListView::GIVING ] ) ) {
			NoCacheHeaders::send_headers();
		}
		parent::answer();
	}

	protected function is_requested( Submission $sent ): bool {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		return isset( $_GET[ self::PARAMETER ] );
	}

	/** Returns the id of the requested item; 0 for none. */
	private static function item_id(): int {
		return (int) filter_var( Request::parameter( self::PARAMETER ), FILTER_VALIDATE_INT );
	}

	/** Returns the registry of this request. Returns null if the visitor cannot give on it, and shows why. */
	protected function subject( Submission $sent ): ?WP_Post {
		$registry = OpenedList::shown()?->registry;
		$item_id  = self::item_id();
		if ( null === $registry ) {
			if ( GiftFields::is_submitted() && Request::is_from_this_site() ) {
				$this->refuse_form( $item_id );
				return null;
			}
			// The registry's page shows the reason: not found, or a password is required. Do not use NoCacheHeaders
			// here: it suppresses the referrer, which the password form needs.
			nocache_headers();
			return null;
		}
		NoCacheHeaders::send_headers();
		add_filter(
			'document_title_parts',
			static fn ( array $parts ): array => array( 'title' => __( 'Give a gift', 'largesse' ) ) + $parts
		);
		if ( ConnectedSite::is_copy() ) {
			$this->content = new GiveNotice(
				ConnectedSite::sentence(),
				(string) get_permalink( $registry ),
				__( 'See the other wishes', 'largesse' )
			);
			return null;
		}
		// If the service does not answer, it cannot make the gift, either.
		if ( null !== Appearances::received( $registry ) && Appearances::is_recipient( $registry, $item_id ) ) {
			$this->content = new GiveNotice(
				__( 'This is your own list. If you already have this, choose “We have it” on My registries, so that nobody gives it to you.', 'largesse' ),
				OwnerPage::url( $registry->ID ),
				__( 'Go to My registries', 'largesse' )
			);
			return null;
		}
		return $registry;
	}

	protected function proof( mixed $registry, string $button ): Proof {
		return Proof::origin();
	}

	protected function press( mixed $registry, string $button, Submission $sent ): NextPage|Refusal {
		$form = GiftFields::from_request();
		return $this->give( $registry, self::item_id(), $form, self::mistake( $registry, self::item_id(), $form ) );
	}

	protected function press_by_robot( mixed $registry, string $button, Submission $sent ): NextPage|Refusal {
		return $this->give( $registry, self::item_id(), GiftFields::from_request(), self::unfinished() );
	}

	protected function show( mixed $registry, ?Refusal $refused, Submission $sent ): void {
		if ( $sent->is_form ) {
			$this->prepare( $registry, self::item_id(), $refused );
			return;
		}
		$id  = GiftCookies::form( $registry->ID, self::item_id() );
		$own = VisitorGifts::found( $registry, $this->purchases, self::item_id(), $id );
		if ( null !== $id && isset( $own[ $id ] ) ) {
			// This browser has sent the form, but received no response.
			self::redirect_to_arrived( $registry, $id );
		}
		$this->prepare( $registry, self::item_id(), null, array_keys( $own ) );
	}

	/** Renders the prepared form or notice; null if nothing is prepared, or only for another registry. */
	public function html( WP_Post $registry, int $level ): ?string {
		$asked = null === $this->content ? null : Registries::shown();
		return null !== $asked && $asked->ID === $registry->ID ? $this->content->html( $level ) : null;
	}

	/**
	 * Makes the gift of a form, and leads to its page. The gift gets the id of the form, so a form that is sent twice
	 * makes one gift: the service refuses a second one. If the form has a mistake, asks what has become of it: after a
	 * lost answer, the giver must not read that nothing was given (architecture: Lost answers).
	 *
	 * @param Refusal|null $mistake Why the form can make no gift; null if it can.
	 */
	private function give( WP_Post $registry, int $item_id, GiftFields $form, ?Refusal $mistake ): NextPage|Refusal {
		$past = null === $mistake
			? $this->make_gift( $registry, $item_id, $form )
			: PastGift::of( $form, $form->id->is_of_site( self::kind( $item_id ), $registry ), $this->purchases );
		if ( $past instanceof Refusal ) {
			return $past;
		}
		$problems = $mistake->problems ?? array();
		return match ( $past->fate ) {
			// Without a mistake, the form had made a gift that was given back in the meantime.
			FormFate::Fresh         => $mistake ?? self::used( $registry, $item_id, $problems ),
			FormFate::SentByVisitor => self::arrived( $registry, $item_id, $form, $past->gift, $problems ),
			FormFate::SentByOther   => self::used( $registry, $item_id, $problems ),
			FormFate::Unrecognized  => self::unrecognized(),
			FormFate::Unknown       => self::unanswered( $form, $past->error, $problems ),
		};
	}

	/** Makes the gift of a form. Returns the fate of the form, or why the service has refused the gift. */
	private function make_gift( WP_Post $registry, int $item_id, GiftFields $form ): PastGift|Refusal {
		if ( null === Appearances::received( $registry ) ) {
			return PastGift::unknown( ApiError::not_the_service( 503 ) );
		}
		$gift  = array( 'item_id' => $item_id ) + $form->gift();
		$make  = fn (): OwnGift|WP_Error => OwnGift::give(
			$this->purchases,
			$registry,
			$form->id->id,
			$gift,
			$form->added_values( $registry, $item_id )
		);
		$given = GiftLimits::count( GiftLimits::GIFTS, $registry->ID, $make );
		if ( $given instanceof Refusal ) {
			return $given;
		}
		if ( $given instanceof OwnGift ) {
			GiftCookies::mark_sent( $form->id->id );
			return PastGift::of_visitor( $given );
		}
		return Purchases::EXISTS === ApiError::status( $given )
			? PastGift::of( $form, true, $this->purchases )
			: self::refused_by_service( $given ) ?? PastGift::unknown( $given );
	}

	/** Returns why a form cannot make a gift: it is not ours, or has mistakes. Returns null if it can. */
	private static function mistake( WP_Post $registry, int $item_id, GiftFields $form ): ?Refusal {
		if ( ! $form->id->is_ours( self::kind( $item_id ), $registry ) ) {
			return self::unfinished();
		}
		$problems = $form->typed->problems() + Fields::sent(
			GiftFields::added_to( $registry, $item_id ),
			Submission::from_request()
		)->problems();
		return $problems ? new Refusal( 422, __( 'Nothing has been given yet: please correct the marked fields.', 'largesse' ), $problems ) : null;
	}

	/** Returns why the service has made no gift; null after all other errors, because it may have made one. */
	private static function refused_by_service( WP_Error $error ): ?Refusal {
		$status = ApiError::status( $error );
		return match ( true ) {
			'is_shared' === ( ApiError::broken_rules( $error )['item_id']->name ?? '' ) => new Refusal(
				409,
				__( 'Other guests already give this wish together. You can give a part of it.', 'largesse' )
			),
			Purchases::NOT_ENOUGH === $status => self::unfinished( 409 ),
			404 === $status                   => new Refusal( 404, '' ),
			422 === $status                   => new Refusal(
				422,
				__( 'This gift could not be stored. Please check the form.', 'largesse' ),
				GiftFields::service_problems( $error )
			),
			default                           => null,
		};
	}

	/**
	 * Leads to the gift that the visitor has made with a form. If the form says something else than the gift, the page
	 * shows the gift with a button that saves the change.
	 */
	private static function arrived(
		WP_Post $registry,
		int $item_id,
		GiftFields $form,
		OwnGift $gift,
		array $problems
	): NextPage|ArrivedGift {
		$told = is_user_logged_in() ? array( GiverPage::TOLD => GiverPage::GIVEN ) : array();
		return $form->matches( $item_id, $gift->purchase )
			? new NextPage( GiftLink::url( OpenedList::of_visitor( $registry ), $form->id->id, $told ) )
			: new ArrivedGift( self::arrived_message( $problems ), $problems, $gift );
	}

	/** Returns the refusal of a form that may have made a gift. The guest may press the button again. */
	private static function unanswered( GiftFields $form, WP_Error $error, array $problems ): Refusal {
		// The gift may exist although the answer was lost. With the mark, this browser finds it later.
		GiftCookies::mark_sent( $form->id->id );
		return new Refusal( 503, self::failure_message( $error ), $problems, wait: PrivatePage::RETRY );
	}

	/** Returns the refusal of a form whose gift was given back, or is not the visitor's as far as the site knows. */
	private static function used( WP_Post $registry, int $item_id, array $problems ): UsedForm {
		return new UsedForm( __( 'You have already given something with this form. To give this as well, press the button once more.', 'largesse' ), $problems, SignedId::fresh( self::kind( $item_id ), $registry ) );
	}

	/**
	 * Responds to a form for a registry that the visitor cannot access now. Possible reasons are a revoked link, an
	 * expired login or password, or a missing registry. The response is the same for all reasons, and keeps the guest's
	 * text. If this browser has already made a gift with the form, the response offers to change the gift, except to
	 * recipients, who may share the browser with the giver.
	 */
	private function refuse_form( int $item_id ): void {
		$fields   = GiftFields::from_request();
		$past     = PastGift::of( $fields, false, $this->purchases );
		$own      = $past->gift?->purchase;
		$gift     = null === $own || Appearances::receives( $own ) ? null : $past->gift;
		$registry = null === $gift ? null : Registries::with_id( $own['registry_id'] );
		if ( null !== $gift && $fields->matches( $item_id, $own ) ) {
			self::redirect_to_arrived( $registry, $own['id'] );
		}
		$problems = $fields->typed->problems();
		$change   = null === $gift
			? null
			: ( new GiverPageView( $gift, $registry, null ) )->change_form( $fields, $problems );
		if ( null !== $past->error ) {
			header( 'Retry-After: ' . PrivatePage::RETRY );
		}
		list( $status, $notice ) = match ( true ) {
			null !== $past->error => array( 503, self::failure_message( $past->error ) ),
			null !== $gift        => array( 409, self::arrived_message( $problems ) ),
			default               => array( 404, __( 'The button did nothing, because you cannot open this list at the moment. If you used a link, ask for a new one. If you signed in or entered a password, do so again in another tab. Then press the button once more: your text is still here.', 'largesse' ) ),
		};
		// Use the current address, because the response must not reveal whether the registry exists.
		$address = add_query_arg( self::PARAMETER, $item_id );
		PrivatePage::show(
			$status,
			__( 'Give a gift', 'largesse' ),
			GiftForm::closed( $address, $fields, $notice, $change ),
			array( 'largesse-registry-style' )
		);
	}

	/**
	 * Returns the id of the shown form. A sent form keeps its id if it is the visitor's, or if it may have made a gift
	 * that the service does not know yet. Otherwise, the page shows the form that this browser has opened before, or a new
	 * one: never the id of an address, of another site's form, or of another browser's form, because the gift would belong
	 * to that browser.
	 */
	private static function id( WP_Post $registry, int $item_id, ?Refusal $refused ): SignedId {
		$kind  = self::kind( $item_id );
		$sent  = Submission::from_request();
		$id    = SignedId::of( $sent );
		$stays = $sent->is_form && Proof::ORIGIN !== $refused?->rule && ! $id->is_of_other_browser();
		return $stays && ( 503 === $refused?->status || $id->is_ours( $kind, $registry ) )
			? $id
			: GiftCookies::opened( $kind, $registry, $item_id ) ?? SignedId::fresh( $kind, $registry );
	}

	private static function kind( int $item_id ): string {
		return "gift-{$item_id}";
	}

	/**
	 * Prepares the form.
	 *
	 * @param list<string> $own Ids of the visitor's gifts of this item.
	 */
	private function prepare( WP_Post $registry, int $item_id, ?Refusal $refused, array $own = array() ): void {
		$id     = $refused instanceof UsedForm ? $refused->next : self::id( $registry, $item_id, $refused );
		$fields = null === $refused ? GiftFields::initial( $id ) : GiftFields::from_request( $id );
		$list   = OpenedList::of_visitor( $registry );
		$items  = null === $list ? array() : $this->store->items->for_reader( $list );
		$item   = is_wp_error( $items ) ? array() : ( array_column( $items, null, 'id' )[ $item_id ] ?? null );
		if ( null === $item || 404 === $refused?->status ) {
			status_header( 404 );
			$this->content = new GiveNotice(
				__( 'This wish is no longer on the list.', 'largesse' ),
				(string) get_permalink( $registry ),
				__( 'See the other wishes', 'largesse' )
			);
			return;
		}
		// The pieces of a gift that the service may have stored count as available.
		$taken = 503 === $refused?->status ? $fields->number() : 0;
		if ( is_wp_error( $items ) && 503 !== $refused?->status ) {
			$refused = $refused instanceof ArrivedGift
				? $refused
				: new Refusal( 503, self::failure_message( $items ), $refused->problems ?? array() );
			header( 'Retry-After: ' . PrivatePage::RETRY );
			status_header( 503 );
		}
		if ( $id->is_ours( self::kind( $item_id ), $registry ) && ( is_user_logged_in() || $id->is_of_this_browser() ) ) {
			GiftCookies::add_form( $registry->ID, $item_id, $id );
		}
		$this->content = new GiftForm(
			$registry,
			$item_id,
			$item,
			is_wp_error( $items ) ? array() : $items,
			ListView::from_request()->is_giving,
			$fields,
			$refused,
			$own,
			$taken
		);
	}

	private static function unfinished( int $status = 422 ): Refusal {
		return new Refusal( $status, __( 'Nothing has been given yet: please check the form, and press the button once more.', 'largesse' ) );
	}

	/** Returns the refusal of a form that the site cannot have made for anybody. The next form has another id. */
	private static function unrecognized(): Refusal {
		return new Refusal( 422, __( 'The button did nothing, because we do not recognize this form any more. Perhaps you have signed in or out since you opened it. If you pressed the button before that, your gift may already be registered: sign in again to see it. If not, check the form, and press the button once more.', 'largesse' ) );
	}

	/** Redirects to a gift that the service stored although its response was lost. */
	private static function redirect_to_arrived( ?WP_Post $registry, string $purchase_id ): never {
		$list = null === $registry ? null : OpenedList::of_visitor( $registry );
		self::redirect( GiftLink::url( $list, $purchase_id, array( GiverPage::TOLD => GiverPage::ARRIVED ) ) );
	}

	/** Returns the message for a form that differs from its gift. */
	private static function arrived_message( array $problems ): string {
		return __( 'Your gift has arrived, and it is registered in your name.', 'largesse' ) . ' ' . ( $problems
			? __( 'Your changes are not saved yet: please correct the marked fields.', 'largesse' )
			: __( 'You have changed something since then. Press the button to save your changes.', 'largesse' ) );
	}

	/** Returns the message for a failure of the service; administrators see the reason. */
	private static function failure_message( WP_Error $reason ): string {
		$text = __( 'We cannot reach the list of gifts at the moment. That is our fault, not yours. Please press the button again in a minute. Your gift will not be counted twice.', 'largesse' );
		/* translators: 1: a sentence that says what does not work, 2: what the service answered. */
		return current_user_can( 'manage_options' ) ? sprintf( __( '%1$s (For administrators: %2$s)', 'largesse' ), $text, $reason->get_error_message() ) : $text;
	}
}
