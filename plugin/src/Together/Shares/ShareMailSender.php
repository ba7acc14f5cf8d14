<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Foundation\Format\Price;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailLanguage;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\MailOptOuts;
use Largesse\People\Mail\MailText;
use Largesse\People\Mail\Queue;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_Post;

/** Sends mails to guests with shares. No mail goes to a recipient's address. */
final class ShareMailSender extends MailSender {

	/**
	 * Kinds of mails: they ask to confirm a share, remind of its end, or tell that it was ended, that all shares of the
	 * wish cover its price, or that somebody has taken back another share.
	 */
	public const QUESTION = 'share';
	public const REMINDER = 'share-ends';
	public const END      = 'share-ended';
	public const COMPLETE = 'share-complete';
	public const BACK     = 'share-back';

	/** Reasons why a share was ended: a guest gives the whole wish, or a keeper has released the share. */
	public const GIVEN    = 'given';
	public const RELEASED = 'released';

	/** Seconds between the reminder and the end of a share. */
	private const AHEAD = 2 * DAY_IN_SECONDS;

	/** Delay and maximum age in seconds of mails about a change. They are queued before the service stores the change. */
	private const DELAY = 60;
	private const STALE = 3 * DAY_IN_SECONDS;

	private readonly Store $store;

	public function __construct( private readonly Queue $queue, private readonly StoredShares $shares, Store $store ) {
		$this->store = $store->in_background();
	}

	/** Queues the mail that asks a guest to confirm a share. */
	public function queue_question( WP_Post $registry, string $id, UnconfirmedShare $unconfirmed ): void {
		$data = array(
			'registry' => $registry->ID,
			'share'    => $id,
			'to'       => $unconfirmed->email,
			'promise'  => $unconfirmed->text(),
		);
		// A corrected address gets its own mail.
		$this->queue->put( self::QUESTION, "{$id} {$unconfirmed->email}", $data, is_first: true );
	}

	/** Queues the reminder before the end of a share, unless it is already queued. @param string $ends_at ISO 8601. */
	public function queue_reminder( WP_Post $registry, string $id, string $ends_at ): void {
		$data = array(
			'registry' => $registry->ID,
			'share'    => $id,
		);
		$this->queue->put( self::REMINDER, $id, $data, (int) strtotime( $ends_at ) - self::AHEAD - time() );
	}

	/** Queues the mail about an ended share. Later, the share must not exist, and its ways into the list neither. */
	public function queue_end( array $share, string $why ): void {
		$to   = self::address_of( $share );
		$list = Registries::with_id( $share['registry_id'] );
		if ( '' === $to ) {
			return;
		}
		$data = array(
			'registry' => $share['registry_id'],
			'share'    => $share['id'],
			'to'       => $to,
			'locale'   => MailLanguage::of_giver( $share ),
			'name'     => $share['name'],
			'item'     => $share['item_id'],
			'amount'   => $share['amount'],
			'currency' => $share['item_currency'],
			'why'      => $why,
			'way'      => null === $list ? '' : implode( ' ', ShareLink::ways( $list, $share ) ),
		);
		$this->queue->put( self::END, $share['id'], $data, self::DELAY );
	}

	/**
	 * Queues a mail to each giver of a wish, in case the shares cover its price a minute later.
	 *
	 * @param string $share_id Id of the share that a guest is about to promise.
	 */
	public function queue_complete( WP_Post $registry, int $item_id, string $share_id ): void {
		$lists = array_column( $this->of_item( $registry, $item_id ), 'registry_id', 'id' );
		$lists += array( $share_id => $registry->ID );
		foreach ( $lists as $id => $list ) {
			$this->queue->put( self::COMPLETE, $id, array( 'registry' => $list, 'share' => $id ), self::DELAY );
		}
	}

	/** Queues a mail to each other giver of the wish of a share that its guest is about to take back. */
	public function queue_taken_back( array $share ): void {
		$registry = Appearances::list_of( $share );
		foreach ( null === $registry ? array() : $this->of_item( $registry, $share['item_id'] ) as $other ) {
			$data = array(
				'registry' => $other['registry_id'],
				'share'    => $other['id'],
				'taken'    => $share['id'],
			);
			if ( $other['id'] !== $share['id'] ) {
				$this->queue->put( self::BACK, $other['id'], $data, self::DELAY );
			}
		}
	}

	/**
	 * Returns all shares of a wish, each with the id of the list through which it was made: the mail to its giver is about
	 * this list, because the giver may know no other (rules: Appearances). None if the service does not answer.
	 *
	 * @return list<array<string, mixed>>
	 */
	private function of_item( WP_Post $registry, int $item_id ): array {
		$shares = $this->shares->all( $registry );
		return is_wp_error( $shares )
			? array()
			: array_values( array_filter( $shares, static fn ( array $share ): bool => $share['item_id'] === $item_id ) );
	}

	/** Sends a mail of one of these kinds. */
	public function send( QueuedMail $mail ): bool|int {
		return match ( $mail->kind ) {
			self::QUESTION => $this->send_question( $mail ),
			self::REMINDER => $this->send_reminder( $mail ),
			self::COMPLETE, self::BACK => $this->send_change( $mail ),
			default        => $this->send_end( $mail ),
		};
	}

	/** Contains no text by a guest, and of members only the name of the wish, because a stranger may get the mail. */
	private function send_question( QueuedMail $mail ): bool|int {
		$unconfirmed = UnconfirmedShare::of( (string) $mail->data['promise'] );
		$list        = self::list_of( $mail, array( 'id' => (string) $mail->data['share'] ), $unconfirmed );
		if (
			null === $list
			|| null === $unconfirmed
			|| $unconfirmed->until < time()
			|| MailOptOuts::has_opted_out( $unconfirmed->email )
		) {
			return true;
		}
		$items = $this->store->items->all( $list->registry->ID );
		$item  = is_wp_error( $items ) ? $items : array_column( $items, null, 'id' )[ $unconfirmed->item ] ?? null;
		if ( ! is_array( $item ) ) {
			// Without the wish, nobody can promise a part.
			return null === $item;
		}
		$write = static fn (): MailMessage => ( new MailMessage( __( 'Please confirm your part of a gift', 'largesse' ) ) )
			->add_greeting()
			/* translators: 1: name of the site, 2: its address. */
			->add_paragraph( sprintf( __( 'Somebody entered this address at %1$s (%2$s) to promise a part of a gift:', 'largesse' ), Delivery::site(), home_url( '/' ) ) )
			->add_list( array( array( self::line( $item['name'], Price::amount( $unconfirmed->amount, $item ) ), '' ) ) )
			->add_paragraph( __( 'If that was you, please confirm it. Your part counts only after that.', 'largesse' ) )
			->add_link(
				__( 'Confirm my part', 'largesse' ),
				ShareLink::url( $list->registry->ID, (string) $mail->data['share'], $unconfirmed->text() )
			)
			->add_footer( __( 'If this wasn’t you, you don’t have to do anything: nothing is promised unless you use the link. The link works for two days.', 'largesse' ) );
		return self::deliver(
			$list->registry->ID,
			$unconfirmed->item,
			$unconfirmed->email,
			$unconfirmed->locale,
			self::QUESTION,
			$write
		);
	}

	/** Sends the reminder. Waits if the share was extended, or for a day while all shares together cover the price. */
	private function send_reminder( QueuedMail $mail ): bool|int {
		$id     = (int) $mail->data['registry'];
		$shares = $mail->has_list() ? $this->shares->of_registry( $id ) : array();
		$items  = $mail->has_list() ? $this->store->items->all( $id ) : array();
		if ( $shares instanceof WP_Error || $items instanceof WP_Error ) {
			return false;
		}
		$share = array_column( $shares, null, 'id' )[ $mail->data['share'] ] ?? null;
		$list  = null === $share ? null : self::list_of( $mail, $share );
		if ( null === $list || null === $share['ends_at'] || null === $share['giver_email'] ) {
			return true;
		}
		$known = Shares::of( $shares, $items );
		$wait  = (int) strtotime( $share['ends_at'] ) - self::AHEAD - time();
		if ( $known->is_covered( $share['item_id'] ) ) {
			return max( $wait, DAY_IN_SECONDS );
		}
		$write = static fn (): MailMessage => self::written(
			$list,
			$share['name'],
			StoredShares::amount( $share ),
			/* translators: %s: title of a registry. */
			subject: __( 'Your part of a gift for “%s” ends soon', 'largesse' ),
			/* translators: %s: title of a registry. */
			reason: __( 'You have promised a part of a gift from the list “%s”:', 'largesse' ),
			/* translators: %s: a date. */
			advice: sprintf( __( 'The guests have not promised the whole price yet. So your part ends on %s. If you still want to give it after that, extend it.', 'largesse' ), SharesPage::day( $share['ends_at'] ) ),
			link: __( 'Extend it, or say that you can’t give it', 'largesse' ),
			url: ShareLink::url( $id, $share['id'] )
		);
		return $wait > 0
			? $wait
			: self::deliver(
				$id,
				$share['item_id'],
				$share['giver_email'],
				MailLanguage::of_giver( $share ),
				self::REMINDER,
				$write
			);
	}

	/** Sends the mail that the sum is complete, or that another share was taken back, if this is still true. */
	private function send_change( QueuedMail $mail ): bool|int {
		$id     = (int) $mail->data['registry'];
		$shares = $mail->has_list() && time() <= $mail->made + self::STALE ? $this->shares->of_registry( $id ) : array();
		$items  = array() !== $shares ? $this->store->items->all( $id ) : array();
		if ( $shares instanceof WP_Error || $items instanceof WP_Error ) {
			return false;
		}
		$known = Shares::of( $shares, $items );
		$all   = array_column( $shares, null, 'id' );
		$share = $all[ $mail->data['share'] ] ?? null;
		$to    = null === $share ? '' : self::address_of( $share );
		$list  = null === $share ? null : self::list_of( $mail, $share );
		if (
			'' === $to
			|| null === $list
			|| ! $known->is_listed( $share['item_id'] )
			|| isset( $all[ $mail->data['taken'] ?? '' ] )
			|| $known->is_covered( $share['item_id'] ) !== ( self::COMPLETE === $mail->kind )
		) {
			return true;
		}
		$total = $known->total( $share['item_id'] );
		$write = static fn (): MailMessage => self::COMPLETE === $mail->kind
			? self::written(
				$list,
				$share['name'],
				StoredShares::amount( $share ),
				/* translators: %s: title of a registry. */
				subject: __( 'All parts of a gift for “%s” are promised', 'largesse' ),
				/* translators: %s: title of a registry. */
				reason: __( 'The guests of “%s” have promised the whole price of this wish. This is your part:', 'largesse' ),
				advice: __( 'Now agree who buys it. You can write each other notes, which only the people who give this wish see.', 'largesse' ),
				link: __( 'See the others and their notes', 'largesse' ),
				url: ShareLink::url( $id, $share['id'] )
			)
			: self::written(
				$list,
				$share['name'],
				StoredShares::amount( $share ),
				/* translators: %s: title of a registry. */
				subject: __( 'A part of a gift for “%s” was taken back', 'largesse' ),
				/* translators: %s: title of a registry. */
				reason: __( 'Another guest of “%s” can’t give their part of this wish after all. This is your part:', 'largesse' ),
				/* translators: %s: a sum, as in "€90 of €200 promised". */
				advice: sprintf( __( '%s. Perhaps you find somebody who gives the rest?', 'largesse' ), $total ),
				link: __( 'See your part', 'largesse' ),
				url: ShareLink::url( $id, $share['id'] )
			);
		return self::deliver( $id, $share['item_id'], $to, MailLanguage::of_giver( $share ), $mail->kind, $write );
	}

	/**
	 * Sends the mail that a share was ended, unless the share still exists, because the service has refused the change.
	 */
	private function send_end( QueuedMail $mail ): bool|int {
		$data = $mail->data;
		$id   = (int) $data['registry'];
		if ( ! $mail->has_list() || time() > $mail->made + self::STALE ) {
			return true;
		}
		$list  = $mail->list_through( (string) ( $data['way'] ?? '' ) );
		$share = $this->shares->find( $id, (string) $data['share'] );
		if ( null !== $share ) {
			return ! is_wp_error( $share );
		}
		$amount = Price::amount( (float) $data['amount'], array( 'currency' => $data['currency'] ?? null ) );
		$write  = static fn (): MailMessage => null === $list ? self::ended( $data['name'], $amount ) : self::written(
			$list,
			$data['name'],
			$amount,
			/* translators: %s: title of a registry. */
			subject: __( 'Your part of a gift for “%s” has ended', 'largesse' ),
			reason: self::GIVEN === $data['why']
			/* translators: %s: title of a registry. */
			? __( 'The guests of “%s” had promised less than half of the price, and now another guest gives all of this gift. So your part has ended:', 'largesse' )
			/* translators: %s: title of a registry. */
			: __( 'Somebody who helps with the gifts of “%s” has released your part of a gift. It no longer counts:', 'largesse' ),
			advice: self::end_advice(),
			link: __( 'See what else is on the list', 'largesse' ),
			url: (string) get_permalink( $list->registry )
		);
		return self::deliver( $id, $data['item'], (string) $data['to'], (string) $data['locale'], self::END, $write );
	}

	/** Returns the list of a mail if its receiver may open it. Otherwise, the mail must say nothing about the list. */
	private static function list_of(
		QueuedMail $mail,
		array $share,
		?UnconfirmedShare $unconfirmed = null
	): ?OpenedList {
		$registry = Registries::with_id( (int) $mail->data['registry'] );
		return null === $registry ? null : $mail->list_through( ...ShareLink::ways( $registry, $share, $unconfirmed ) );
	}

	/** Returns the address of the giver of a share; '' for none. */
	private static function address_of( array $share ): string {
		$user = is_int( $share['giver_user_id'] ) ? get_userdata( $share['giver_user_id'] ) : false;
		return (string) ( $share['giver_email'] ?? ( $user ? ConfirmedAddress::of( $user ) : '' ) );
	}

	/** Returns the line about a part of a gift. */
	private static function line( string $name, string $amount ): string {
		/* translators: 1: name of a wish, 2: a price. */
		return sprintf( __( '%1$s: %2$s', 'largesse' ), MailText::safe_line( $name ), $amount );
	}

	/** Writes the mail about an ended share to somebody who may not open its list. */
	private static function ended( string $name, string $amount ): MailMessage {
		return ( new MailMessage( __( 'A gift of yours no longer counts', 'largesse' ) ) )
			->add_greeting()
			->add_paragraph( __( 'You have promised this gift, but it no longer counts: it is no longer wanted, its list has been deleted, or somebody who helps with the gifts has released it.', 'largesse' ) )
			->add_list( array( array( self::line( $name, $amount ), '' ) ) )
			->add_paragraph( self::end_advice() )
			->add_footer( self::reason() );
	}

	private static function end_advice(): string {
		return __( 'You don’t have to do anything. If you have already agreed with other guests to buy it, please tell them.', 'largesse' );
	}

	/** Returns the reason for the mail, for its footer. */
	private static function reason(): string {
		/* translators: 1: name of the site, 2: its address. */
		return sprintf( __( 'You get this mail because you chose a gift at %1$s (%2$s). Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) );
	}

	/** Writes a mail about a share. `$subject` and `$reason` contain the placeholder of the registry's title. */
	private static function written(
		OpenedList $list,
		string $name,
		string $amount,
		string $subject,
		string $reason,
		string $advice,
		string $link,
		string $url
	): MailMessage {
		$title = MailText::title( $list );
		return ( new MailMessage( sprintf( $subject, $title ) ) )
			->add_greeting()
			->add_paragraph( sprintf( $reason, $title ) )
			->add_list( array( array( self::line( $name, $amount ), '' ) ) )
			->add_paragraph( $advice )
			->add_link( $link, $url )
			->add_footer( self::reason() );
	}

	/**
	 * Sends the mail that `$write` returns, unless the address belongs to a recipient.
	 *
	 * @param callable(): MailMessage $write Writes the mail in the language `$locale`.
	 */
	private static function deliver(
		int $registry_id,
		int $item_id,
		string $to,
		string $locale,
		string $kind,
		callable $write
	): bool|int {
		$limits      = self::QUESTION === $kind ? MailLimits::share() : MailLimits::gift( $registry_id );
		$hidden_from = RecipientMailboxes::of_promise( compact( 'registry_id', 'item_id' ) );
		return MailLanguage::run_in(
			$locale,
			static fn (): bool|int => Delivery::send( $to, $write(), $kind, $limits, $hidden_from )
		);
	}
}
