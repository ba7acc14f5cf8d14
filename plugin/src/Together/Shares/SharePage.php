<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use DateTimeImmutable;
use Largesse\Foundation\Format\Price;
use Largesse\Promises\Giving\ChangeNote;
use Largesse\Promises\Giving\DeliveryLines;
use Largesse\Promises\Giving\GiftFormPage;
use Largesse\Promises\Giving\GiftLimits;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\People\Mail\MailLanguage;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\ListLinkPage;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\PromiseWays;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;
use WP_Post;

/**
 * Page behind the link in mails to guests with shares (ShareLink). Buttons on the page confirm a share, extend it,
 * take it back, or store a note for the other givers of the wish. A guest who may no longer open the list only takes
 * the share back.
 *
 * @extends ListLinkPage<OpenedShare>
 */
final class SharePage extends ListLinkPage {

	public const FIELD      = ShareLink::PARAMETER;
	protected const BUTTON  = 'act';
	private const CONFIRM   = 'confirm';
	private const EXTEND    = 'extend';
	private const TAKE_BACK = 'back';
	private const NOTE      = 'note';

	/** Name of the field with the note for the other givers. */
	private const TEXT = 'share_note';

	public function __construct(
		private readonly StoredShares $shares,
		private readonly Store $store,
		private readonly ShareMailSender $mails
	) {}

	protected function subject( Submission $sent ): ?OpenedShare {
		$link = ShareLink::of( $sent );
		if ( null === $link ) {
			self::show_invalid();
			return null;
		}
		if ( null === $link->registry ) {
			return $this->of_deleted_list( $link );
		}
		$is_recipient = Roles::of( $link->registry )->is_recipient();
		$share        = $is_recipient ? null : $this->shares->find( $link->registry_id, $link->id );
		if ( is_wp_error( $share ) ) {
			SharesPage::show_failure( null, $share );
			return null;
		}
		if (
			$is_recipient
			|| Appearances::is_recipient( $link->registry, (int) ( $share['item_id'] ?? $link->unconfirmed->item ?? 0 ) )
		) {
			SharesPage::show_notice( $link->registry );
			return null;
		}
		$list  = $link->list_of( $share );
		$items = null === $list ? array() : $this->store->items->for_reader( $list );
		return new OpenedShare( $link, $share, $list, is_wp_error( $items ) ? $items : array_column( $items, null, 'id' ) );
	}

	private static function show_invalid( int $status = 404 ): void {
		self::show_nothing( array( __( 'This link no longer works, or it is incomplete.', 'largesse' ) ), status: $status );
	}

	/**
	 * Returns the share of a deleted list, which stays while its wish is on another list. The giver may know no other list
	 * (rules: Appearances), so the page names none, and can only take the share back.
	 */
	private function of_deleted_list( ShareLink $link ): ?OpenedShare {
		$share = $this->shares->find( $link->registry_id, $link->id );
		if ( is_wp_error( $share ) ) {
			SharesPage::show_failure( null, $share );
			return null;
		}
		if ( null !== $share && Appearances::receives( $share ) ) {
			self::show_invalid();
			return null;
		}
		return new OpenedShare( $link, $share, null, array() );
	}

	protected function list_of( mixed $opened ): ?OpenedList {
		return $opened->list;
	}

	protected function press_opened(
		mixed $opened,
		OpenedList $list,
		string $button,
		Submission $sent
	): ShownPage|Refusal {
		return match ( $button ) {
			self::TAKE_BACK => $this->take_back( $opened ),
			self::CONFIRM   => $this->confirm( $opened, $list->registry ),
			self::EXTEND    => $this->extend( $opened, $list->registry ),
			self::NOTE      => $this->write_note( $opened, $list->registry, $sent ),
			default         => self::unknown_button(),
		};
	}

	protected function press_own( mixed $opened, string $button, Submission $sent ): ShownPage|Refusal {
		return self::TAKE_BACK === $button ? $this->take_back( $opened ) : self::not_open();
	}

	private function confirm( OpenedShare $opened, WP_Post $registry ): ShownPage {
		$link        = $opened->link;
		$unconfirmed = $opened->unconfirmed();
		if ( null !== $opened->share || null === $unconfirmed ) {
			return $this->show_share( $opened );
		}
		$fields = array(
			'item_id'     => $unconfirmed->item,
			'amount'      => $unconfirmed->amount,
			'giver_name'  => '' === $unconfirmed->person ? null : $unconfirmed->person,
			'giver_email' => $unconfirmed->email,
			'ends_at'     => $this->begin_until( $registry, $link->id, (int) self::next_end( $registry ) ),
		);
		$this->mails->queue_complete( $registry, $unconfirmed->item, $link->id );
		PromiseWays::store( $link->id, $unconfirmed->way );
		MailLanguage::run_in( $unconfirmed->locale, static fn () => MailLanguage::store( $link->id ) );
		return $this->finish(
			$opened,
			$registry,
			$this->shares->put( $registry, $link->id, $fields, array( 'is_new' => true ) ),
			__( 'Thank you! Your part counts now.', 'largesse' )
		);
	}

	private function extend( OpenedShare $opened, WP_Post $registry ): ShownPage {
		$share = $opened->share;
		$end   = null === ( $share['ends_at'] ?? null ) ? null : self::next_end( $registry, $share );
		if ( null === $end ) {
			return $this->show_share( $opened );
		}
		/* translators: %s: a date. */
		$told = sprintf( __( 'Your part now counts until %s.', 'largesse' ), SharesPage::day( gmdate( 'c', $end ) ) );
		$fields = array( 'ends_at' => $this->begin_until( $registry, $share['id'], $end ) );
		return $this->finish( $opened, $registry, $this->change( $opened, $registry, $fields ), $told );
	}

	/** Stores the note for the other givers. */
	private function write_note( OpenedShare $opened, WP_Post $registry, Submission $sent ): ShownPage|Refusal {
		$share    = $opened->share;
		$typed    = Fields::sent( self::note_field( $share ), $sent );
		$problems = $typed->problems();
		if ( null === $share || $problems ) {
			return null === $share ? $this->show_share( $opened ) : Refusal::incorrect( $problems );
		}
		$count = fn (): mixed => $this->change( $opened, $registry, array( 'note' => $typed->text( self::TEXT ) ) );
		$saved = GiftLimits::count( GiftLimits::PARTS, $registry->ID, $count );
		return $saved instanceof Refusal ? $saved : $this->finish( $opened, $registry, $saved, __( 'Your note is saved. Only the others who give this wish see it.', 'largesse' ) );
	}

	/** Changes fields of a share, unless it has changed since it was read. @return mixed Answer of the service. */
	private function change( OpenedShare $opened, WP_Post $registry, array $fields ): mixed {
		return $this->shares->change( $registry, $opened->own(), $fields );
	}

	/**
	 * Returns when a share ends that a guest confirms or extends now (Unix, in seconds); null if it cannot be extended.
	 */
	private static function next_end( WP_Post $registry, ?array $share = null ): ?int {
		$day  = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true );
		$list = FieldRules::is_day( $day ) ? new DateTimeImmutable( "{$day} 23:59:59", wp_timezone() ) : null;
		return ShareEnd::next(
			time(),
			$list?->getTimestamp(),
			(int) strtotime( (string) ( $share['ends_at'] ?? '' ) ),
			Rules::MAX_SHARE_DAYS
		);
	}

	/**
	 * Returns the end of a share for the service. Queues the reminder before the share is stored, because the service's
	 * answer may be lost. The reminder is for the end that the share has when the mail is due.
	 */
	private function begin_until( WP_Post $registry, string $id, int $end ): string {
		$time = gmdate( 'Y-m-d\TH:i:s\Z', $end );
		$this->mails->queue_reminder( $registry, $id, $time );
		return $time;
	}

	private function take_back( OpenedShare $opened ): ShownPage {
		$link = $opened->link;
		if ( null !== $opened->share ) {
			$this->mails->queue_taken_back( $opened->share );
		}
		$own    = $opened->own();
		$answer = null === $own ? null : $this->shares->take_back( $link->registry_id, $own );
		if ( null !== $answer ) {
			SharesPage::show_failure( $opened->list?->registry, $answer );
			return new ShownPage();
		}
		return self::show_text(
			$opened,
			200,
			__( 'You have taken back your part', 'largesse' ),
			__( 'Your part no longer counts. Others can promise it now.', 'largesse' )
		);
	}

	/** Shows the changed share, or why nothing has changed. @param mixed $answer Answer of the service. */
	private function finish( OpenedShare $opened, WP_Post $registry, mixed $answer, string $text ): ShownPage {
		$link  = $opened->link;
		$share = ApiError::data_or_error( $answer ) ?? ApiError::not_the_service();
		if ( is_wp_error( $share ) && 412 === ApiError::status( $share ) ) {
			// The guest has pressed the button twice, and the other request was faster.
			$share = $this->shares->find( $link->registry_id, $link->id ) ?? $share;
		}
		if ( is_array( $share ) ) {
			ShareLink::remember( $registry, $share['id'] );
			return $this->show_share( $opened->with( $share ), is_wp_error( $answer ) ? '' : $text );
		}
		if ( StoredShares::is_too_late( $share ) ) {
			return self::show_text( $opened, 409, __( 'Your part of a gift', 'largesse' ), Refusal::too_late()->message );
		}
		SharesPage::show_failure( $registry, $share );
		return new ShownPage();
	}

	protected function show_opened( mixed $opened, OpenedList $list, ?Refusal $refused, Submission $sent ): void {
		$this->show_share( $opened, $refused->message ?? '', $refused );
	}

	protected function show_own( mixed $opened, ?Refusal $refused, Submission $sent ): void {
		if ( null === $opened->share ) {
			if ( null === $opened->link->registry ) {
				self::show_ended( $opened );
			} else {
				self::show_invalid( $refused->status ?? 404 );
			}
			return;
		}
		self::show_share_without_list( $opened, $opened->share, $refused );
	}

	/**
	 * Shows a share, or the question whether the guest confirms it.
	 *
	 * @param string $told Result of a button; may be empty.
	 */
	private function show_share( OpenedShare $opened, string $told = '', ?Refusal $refused = null ): ShownPage {
		$share       = $opened->share;
		$unconfirmed = $opened->unconfirmed();
		if ( null !== $share ) {
			return $this->show_counting( $opened, $share, $told, $refused );
		}
		if ( null !== $opened->link->unconfirmed && is_wp_error( $opened->wishes ) ) {
			SharesPage::show_failure( $opened->list->registry, $opened->wishes );
			return new ShownPage();
		}
		if ( null === $unconfirmed ) {
			return self::show_ended( $opened );
		}
		/* translators: %s: a date. */
		$until = sprintf( __( 'Your part does not count yet: please confirm it. Then it counts until %s, and longer if the guests promise the whole price together.', 'largesse' ), SharesPage::day( gmdate( 'c', (int) self::next_end( $opened->list->registry ) ) ) );
		$wish  = $opened->wishes[ $unconfirmed->item ];
		$entry = self::entry( $opened, (string) $wish['name'], Price::amount( $unconfirmed->amount, $wish ), array( $until ) ) + array( 'buttons' => array( self::CONFIRM => __( 'Confirm my part', 'largesse' ) ) );
		return self::show_entries(
			$opened,
			$refused->status ?? 200,
			__( 'Confirm your part of a gift', 'largesse' ),
			$told,
			$refused,
			array( $entry )
		);
	}

	private static function show_ended( OpenedShare $opened ): ShownPage {
		return self::show_text( $opened, 404, __( 'Your part of a gift', 'largesse' ), __( 'This part of a gift has ended, was taken back, or was not confirmed within two days.', 'largesse' ) );
	}

	/** Shows a share whose list was deleted, or that the guest may not open: the wish as the guest has promised it. */
	private static function show_share_without_list( OpenedShare $opened, array $share, ?Refusal $refused ): void {
		$entry = self::entry(
			$opened,
			$share['name'],
			StoredShares::amount( $share ),
			array(
				null === $opened->link->registry
					? __( 'This registry no longer exists, but your gift is still registered.', 'largesse' )
					: __( 'You cannot open the registry at the moment, but your gift is still registered.', 'largesse' ),
				self::counts_until( $share ),
				(string) $share['note'],
			)
		) + array( 'buttons' => array( self::TAKE_BACK => __( 'I can’t give it after all', 'largesse' ) ) )
			+ SharesPage::question( self::TAKE_BACK );
		self::show_entries(
			$opened,
			$refused->status ?? 200,
			__( 'Your part of a gift', 'largesse' ),
			'',
			$refused,
			array( $entry )
		);
	}

	/** Returns the sentence that says until when a share counts; '' if it has no end. */
	private static function counts_until( array $share ): string {
		return null === $share['ends_at']
			? ''
			/* translators: %s: a date. */
			: sprintf( __( 'It counts until %s, and longer if the guests promise the whole price together.', 'largesse' ), SharesPage::day( $share['ends_at'] ) );
	}

	/** Shows a share that counts: its end, the other givers with their notes, and the visitor's note. */
	private function show_counting( OpenedShare $opened, array $share, string $told, ?Refusal $refused ): ShownPage {
		$next    = null === $share['ends_at'] ? null : self::next_end( $opened->list->registry, $share );
		$wish    = is_wp_error( $opened->wishes ) ? null : $opened->wishes[ $share['item_id'] ] ?? null;
		$typed   = null === $refused
			? Fields::fresh( self::note_field( $share ) )
			: Fields::sent( self::note_field( $share ), Submission::from_request() );
		$entries = array(
			self::entry(
				$opened,
				(string) ( $wish['name'] ?? $share['name'] ),
				StoredShares::amount( $share ),
				array( ChangeNote::of( array( 'item_name' => $share['name'] ) + $share, $wish ), self::counts_until( $share ) )
			) + array(
				/* translators: %s: a date. */
				'buttons' => ( null === $next ? array() : array( self::EXTEND => sprintf( __( 'Extend it until %s', 'largesse' ), SharesPage::day( gmdate( 'c', $next ) ) ) ) ) + array( self::TAKE_BACK => __( 'I can’t give it after all', 'largesse' ) ),
			) + SharesPage::question( self::TAKE_BACK ),
			...$this->fellows( $opened->list, $share ),
			array(
				'name'    => __( 'Your note for the others', 'largesse' ),
				'texts'   => array( __( 'Agree who buys it. Only people who give a part of this wish see the notes.', 'largesse' ) ),
				'field'   => $typed->inputs( 'largesse-', $refused->problems ?? array() )[ self::TEXT ],
				'hidden'  => self::parameters( $opened ),
				'buttons' => array( self::NOTE => __( 'Save the note', 'largesse' ) ),
			),
		);
		return self::show_entries(
			$opened,
			$refused->status ?? 200,
			__( 'Your part of a gift', 'largesse' ),
			$told,
			$refused,
			$entries
		);
	}

	/** @return list<array<string, mixed>> The other givers of the wish, for the template `guests/entry`. */
	private function fellows( OpenedList $list, array $share ): array {
		$shares = $this->shares->seen_in( $list, array( $share['id'] ) );
		$others = is_wp_error( $shares )
			? array()
			: array_filter(
				$shares,
				static fn ( array $one ): bool => $one['item_id'] === $share['item_id'] && $one['id'] !== $share['id']
			);
		$entry  = static fn ( array $one ): array => array(
			'name'  => SharesPage::giver( $one ),
			'texts' => array( StoredShares::amount( $one ), (string) $one['note'] ),
		);
		return array_values( array_map( $entry, $others ) );
	}

	/** @return array<string, Field> The field with the note of a share, which may be null. */
	private static function note_field( ?array $share ): array {
		return array(
			self::TEXT => Field::textarea(
				__( 'Note', 'largesse' ),
				'note',
				Rules::MAX_SHARE_NOTE_CHARS,
				(string) ( $share['note'] ?? '' )
			),
		);
	}

	/** @return array<string, string> Hidden fields of the forms. */
	private static function parameters( OpenedShare $opened ): array {
		$link = $opened->link;
		return ShareLink::parameters( $link->registry_id, $link->id, (string) $link->unconfirmed?->text() );
	}

	/**
	 * @param list<string> $notes May be empty.
	 * @return array<string, mixed> The visitor's part, for the template `guests/entry`.
	 */
	private static function entry( OpenedShare $opened, string $name, string $amount, array $notes ): array {
		return array(
			/* translators: 1: name of a wish, 2: a price. */
			'texts'   => array( sprintf( __( '%1$s: %2$s', 'largesse' ), $name, $amount ), ...$notes ),
			'hidden'  => self::parameters( $opened ),
			'is_main' => true,
		);
	}

	/** Shows a page with entries. A refusal's message appears in place of `$told`. */
	private static function show_entries(
		OpenedShare $opened,
		int $status,
		string $title,
		string $told,
		?Refusal $refused,
		array $entries
	): ShownPage {
		// The address is for guests with a share, if the wish is certainly on the list.
		$has_address = null !== $opened->share
			&& is_array( $opened->wishes )
			&& isset( $opened->wishes[ $opened->share['item_id'] ] );
		SharesPage::show_page(
			$status,
			$title,
			array(
				'notice'  => $refused->message ?? '',
				'told'    => $told,
				'address' => $has_address && null !== $opened->list ? DeliveryLines::of( $opened->list ) : array(),
				'entries' => $entries,
				'action'  => home_url( '/' ),
				'act'     => self::BUTTON,
				'links'   => GiftFormPage::link_to_list( $opened->list?->registry ),
			)
		);
		return new ShownPage();
	}

	private static function show_text( OpenedShare $opened, int $status, string $title, string $text ): ShownPage {
		PrivatePage::show(
			$status,
			$title,
			PrivatePage::panel( array( $text ), GiftFormPage::link_to_list( $opened->list?->registry ) )
		);
		return new ShownPage();
	}
}
