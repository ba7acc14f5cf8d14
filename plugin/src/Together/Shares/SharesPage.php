<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Promises\Giving\DeliveryLines;
use Largesse\Promises\Giving\GiftFormPage;
use Largesse\Promises\Giving\GiftLimits;
use Largesse\Promises\Giving\Purchases;
use Largesse\Pages\Guests\GuestPage;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\SignedId;
use Largesse\Foundation\Http\Submission;
use Largesse\Pages\Owners\GiftsPage;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\WayIn;
use Largesse\Foundation\Service\ApiError;
use WP_Error;
use WP_Post;

/** Page with the wishes that guests give together, and with the form for a part (rules: Shares on the site). */
final class SharesPage extends GuestPage {

	public const FIELD      = 'shares';
	protected const FORM    = ShareForm::class;
	protected const SENDS   = array( self::PROMISE );
	private const PROMISE   = 'promise';
	private const TAKE_BACK = 'delete';
	private const RELEASE   = 'release';

	/** @var array<string, array<string, mixed>> Shares of the registry by id, before the change. */
	private array $all = array();

	/** Shares of the registry with their wishes; null until the service has returned the shares. */
	private ?Shares $shares = null;

	public function __construct(
		private readonly StoredShares $stored,
		private readonly Purchases $purchases,
		private readonly ShareMailSender $mails,
		private readonly Store $store
	) {}

	protected static function title(): string {
		return __( 'Give a wish together', 'largesse' );
	}

	protected static function notice(): string {
		return __( 'This page is for your guests.', 'largesse' );
	}

	/** @return array{asks: array<string, string>, yes: string} The question before the button that takes back a part. */
	public static function question( string $button ): array {
		return array(
			'asks' => array( $button => __( 'Then others can promise your part, and the people who give this wish with you get a mail.', 'largesse' ) ),
			'yes'  => __( 'Yes, I can’t give it', 'largesse' ),
		);
	}

	/** Returns the name of the giver of another guest's share. */
	public static function giver( array $share ): string {
		return '' === (string) $share['giver_name'] ? __( 'Somebody', 'largesse' ) : (string) $share['giver_name'];
	}

	/** Returns the day of a time (ISO 8601) in the site's time zone and date format. */
	public static function day( string $time ): string {
		return Occasion::day( (string) wp_date( 'Y-m-d', (int) strtotime( $time ) ) );
	}

	/** Renders the form of a share. The currency may be empty, and the name if the page shows it. */
	public static function form_of(
		WP_Post $registry,
		ShareForm $form,
		array $problems,
		string $currency,
		string $name = ''
	): string {
		$data = array(
			'action' => (string) get_permalink( $registry ),
			'hidden' => array( self::FIELD => self::PROMISE ) + $form->hidden(),
			'name'   => $name,
			'all'    => self::url( $registry ),
		);
		return Template::render( 'shares/form', $data + $form->data( $problems, $currency ) );
	}

	protected function form( OpenedList $list, ?GuestForm $typed, array $problems = array() ): string {
		return $typed instanceof ShareForm
			? self::form_of(
				$list->registry,
				$typed,
				$problems,
				(string) $this->shares?->currency( $typed->item() ),
				(string) $this->shares?->name( $typed->item() )
			)
			: '';
	}

	protected function load( OpenedList $list ): ?WP_Error {
		$items  = $this->store->items->for_reader( $list );
		$shares = $this->stored->seen_in( $list );
		$own    = is_wp_error( $shares )
			? array()
			: array_filter( $shares, static fn ( array $share ): bool => ShareLink::is_own( $list->registry, $share ) );
		if ( array() !== $own ) {
			// Reads them once more, with the notes about the visitor's wishes.
			$shares = $this->stored->seen_in( $list, array_values( array_column( $own, 'id' ) ) );
		}
		if ( is_wp_error( $shares ) || is_wp_error( $items ) ) {
			return is_wp_error( $shares ) ? $shares : $items;
		}
		$this->all    = array_column( $shares, null, 'id' );
		$this->shares = Shares::of( $shares, $items );
		return null;
	}

	protected function knows( WP_Post $registry, string $id ): bool {
		return isset( $this->all[ $id ] );
	}

	protected function press( mixed $list, string $button, Submission $sent ): ShownPage|Refusal|null {
		return match ( $button ) {
			self::PROMISE   => $this->promise( $list, $sent ),
			self::TAKE_BACK => $this->end( $list, $sent, false ),
			self::RELEASE   => $this->end( $list, $sent, true ),
			default         => self::unknown_button(),
		};
	}

	/** Adds a share of a wish. A repeated form changes nothing. */
	private function promise( OpenedList $list, Submission $sent ): ShownPage|Refusal|null {
		$registry = $list->registry;

		$form  = ShareForm::of( $registry, $sent );
		$known = $this->all[ $form->id->id ] ?? null;
		if (
			! $form->is_ours( $registry )
			|| ( null !== $known && ( $known['item_id'] !== $form->item() || (float) $known['amount'] !== $form->amount() ) )
		) {
			return $this->unfinished( $registry, $sent );
		}
		if ( null !== $known ) {
			return null;
		}
		$problems = $form->problems_with( $this->shares ) + self::problems_of_address( $registry );
		if ( array() !== $problems ) {
			return Refusal::incorrect( $problems );
		}
		if ( ! ShareForm::needs_confirmation() ) {
			$this->mails->queue_complete( $registry, $form->item(), $form->id->id );
		}
		$share = array(
			'item_id'       => $form->item(),
			'amount'        => $form->amount(),
			'giver_user_id' => get_current_user_id(),
			'giver_name'    => $form->person(),
		);
		$make  = fn (): mixed => ShareForm::needs_confirmation() ? $this->ask( $registry, $form ) : $this->stored->put(
			$registry,
			$form->id->id,
			$share,
			array( 'is_new' => true )
		);
		return $this->result( $list, $sent, GiftLimits::count( GiftLimits::PARTS, $registry->ID, $make ) );
	}

	/**
	 * Returns the message about an address whose reader could not open the list. Does not ask whether the address is
	 * invited, because nobody may learn that by trying.
	 *
	 * @return array<string, string> By field.
	 */
	private static function problems_of_address( WP_Post $registry ): array {
		// Anyone may read the mails to an address that nobody has confirmed.
		$is_open = null !== OpenedList::through( $registry, WayIn::of_browser( $registry ) );
		return $is_open || ! ShareForm::needs_confirmation()
			? array()
			: array( ShareForm::EMAIL => __( 'Please confirm your e-mail address first. See My registries for how to do that.', 'largesse' ) );
	}

	/** Mails a link to a guest who must confirm the address before the share counts. */
	private function ask( WP_Post $registry, ShareForm $form ): ShownPage {
		$this->mails->queue_question(
			$registry,
			$form->id->id,
			new UnconfirmedShare(
				$form->item(),
				$form->amount(),
				(string) $form->person(),
				$form->email(),
				determine_locale(),
				time() + UnconfirmedShare::LIFETIME,
				WayIn::of_browser( $registry )
			)
		);
		$texts = array(
			/* translators: %s: an e-mail address. */
			sprintf( __( 'Your part does not count yet. We will send a mail to %s, usually in a minute or two. Open the link in it and press the button to confirm your part. The link works for two days.', 'largesse' ), $form->email() ),
			__( 'No mail yet? Please check your spam folder, too.', 'largesse' ),
		);
		PrivatePage::show(
			200,
			__( 'Check your mail', 'largesse' ),
			PrivatePage::panel( $texts, array( self::url( $registry ) => self::title() ) + PrivatePage::link_to( $registry ) )
		);
		return new ShownPage();
	}

	/** Ends a share: its guest takes it back, or a keeper releases it. */
	private function end( OpenedList $list, Submission $sent, bool $is_release ): ShownPage|Refusal|null {
		$registry = $list->registry;

		$known = $this->all[ $sent->text( SignedId::ID ) ] ?? null;
		if ( null === $known ) {
			// If a guest submits a form twice, the second submission is not an error: the first one made the change.
			return null;
		}
		$own = $is_release ? null : OwnShare::of_visitor( $registry, $known );
		if (
			$sent->text( self::READ ) !== $known['updated_at']
			|| ( null === $own && ! ( $is_release && GiftsPage::may_release( $registry ) ) )
		) {
			return Refusal::too_late();
		}
		if ( null !== $own ) {
			$this->mails->queue_taken_back( $known );
			return $this->result( $list, $sent, $this->stored->take_back( $registry->ID, $own ) );
		}
		// The mail needs the address, which keepers do not see.
		$whole = $this->stored->find( $registry->ID, $known['id'] );
		return is_array( $whole ) && $known['updated_at'] === $whole['updated_at']
			? $this->result( $list, $sent, $this->end_share( $registry, $whole, ShareMailSender::RELEASED ) )
			: Refusal::too_late();
	}

	/** Ends the shares of a wish when a guest gives the whole wish. */
	public function end_for_gift( array $purchase, WP_Post $registry ): void {
		foreach ( $purchase['is_owner'] ? array() : $this->of_item( $registry, $purchase['item_id'] ) as $share ) {
			$this->end_share( $registry, $share, ShareMailSender::GIVEN );
		}
	}

	/** Ends shares when the log reports a gift, which may be from the API. */
	public function follow_event( array $event ): void {
		$registry = 'purchase.created' === $event['type'] && null !== $event['purchase_id']
			? get_post( $event['registry_id'] )
			: null;
		if (
			! $registry instanceof WP_Post
			|| ! RegistryPostType::is( $registry )
			|| array() === $this->of_item( $registry, $event['item_id'] )
		) {
			return;
		}
		$purchase = $this->purchases->get( $event['purchase_id'] );
		if ( is_array( $purchase ) ) {
			$this->end_for_gift( $purchase, $registry );
		}
	}

	/** Ends an unchanged share. Queues the mail first, because the service's answer may be lost. */
	private function end_share( WP_Post $registry, array $share, string $why ): mixed {
		$this->mails->queue_end( $share, $why );
		return $this->stored->end( $registry->ID, $share );
	}

	private function of_item( WP_Post $registry, int $item_id ): array {
		$shares = $this->stored->all( $registry );
		return is_wp_error( $shares )
			? array()
			: array_values( array_filter( $shares, static fn ( array $share ): bool => $share['item_id'] === $item_id ) );
	}

	/** Returns why nothing has changed; null after a change. @param mixed $answer Answer of the service, or the reason. */
	private function result( OpenedList $list, Submission $sent, mixed $answer ): ShownPage|Refusal|null {
		if ( ! is_wp_error( $answer ) ) {
			return $answer instanceof Refusal || $answer instanceof ShownPage ? $answer : null;
		}
		$broken = ApiError::broken_rules( $answer )['amount'] ?? null;
		return match ( true ) {
			null !== $broken                    => Refusal::incorrect(
				ShareForm::of( $list->registry, $sent )->refused( $this->shares, $broken->name, (float) $broken->limit ),
				ApiError::status( $answer )
			),
			StoredShares::is_too_late( $answer ) => Refusal::too_late(),
			default                             => $this->fail( $list, $sent, $answer ),
		};
	}

	protected function next( mixed $list, string $button ): string {
		return self::url( $list->registry, isset( self::said()[ $button ] ) ? $button : '1' );
	}

	/** @return array<string, string> Messages after a button was pressed, by the value of the button and of the page's parameter. */
	private static function said(): array {
		return array(
			self::PROMISE   => __( 'Thank you! Your part counts now.', 'largesse' ),
			self::TAKE_BACK => __( 'You have taken back your part. It no longer counts, and others can promise it now.', 'largesse' ),
			self::RELEASE   => __( 'The part no longer counts. Its giver gets a mail.', 'largesse' ),
		);
	}

	protected function data( OpenedList $list, ?Refusal $refused ): array {
		$registry = $list->registry;
		$entries  = array();
		$counts   = false;
		foreach ( $this->shares->by_item as $id => $shares ) {
			$entries[] = array(
				'name'  => $shares[0]['name'],
				'texts' => array( $this->shares->total( $id ) ),
				'links' => $this->shares->left( $id ) > 0
					? array( GiftFormPage::url_prefix( $registry->ID, true ) . $id => __( 'Give a part', 'largesse' ) )
					: array(),
			);
			foreach ( $shares as $share ) {
				$entries[] = $this->entry( $registry, $share );
				$counts    = $counts || ( $this->shares->is_listed( $id ) && ShareLink::is_own( $registry, $share ) );
			}
		}
		return array(
			'told'    => null === $refused ? self::said()[ Request::parameter( self::FIELD ) ] ?? '' : '',
			'about'   => $entries || null !== $refused ? '' : __( 'Nobody has promised a part yet. To give an expensive wish together with others, choose it on the list, and promise a part of its price.', 'largesse' ),
			'address' => $counts ? DeliveryLines::of( $list ) : array(),
			'entries' => $entries,
		);
	}

	/** @return array<string, mixed> A share for the template `guests/entry`. */
	private function entry( WP_Post $registry, array $share ): array {
		$is_own  = ShareLink::is_own( $registry, $share );
		$who     = $is_own ? __( 'You', 'largesse' ) : self::giver( $share );
		$amount  = StoredShares::amount( $share );
		$has_end = null !== $share['ends_at'] && ! $this->shares->is_covered( $share['item_id'] );
		return array(
			'texts'   => array(
				$has_end
				/* translators: 1: name of a person, 2: a price, 3: a date. */
				? sprintf( __( '%1$s: %2$s, until %3$s', 'largesse' ), $who, $amount, self::day( $share['ends_at'] ) )
				/* translators: 1: name of a person, 2: a price. */
				: sprintf( __( '%1$s: %2$s', 'largesse' ), $who, $amount ),
				(string) $share['note'],
			),
			'links'   => ! $is_own
				? array()
				: array(
					ShareLink::url( $registry->ID, $share['id'] ) => $has_end
						? __( 'Extend it, or write a note', 'largesse' )
						: __( 'Write a note to the others', 'largesse' ),
				),
			'buttons' => match ( true ) {
				$is_own                              => array( self::TAKE_BACK => __( 'I can’t give it after all', 'largesse' ) ),
				GiftsPage::may_release( $registry ) => array( self::RELEASE => __( 'Release', 'largesse' ) ),
				default                              => array(),
			},
			'hidden'  => array(
				SignedId::ID => $share['id'],
				self::READ   => $share['updated_at'],
			),
		) + self::question( self::TAKE_BACK );
	}
}
