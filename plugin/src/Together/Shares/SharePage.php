<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Promises\Giving\DeliveryLines;
use Largesse\Promises\Giving\GiftFormPage;
use Largesse\Foundation\Http\LinkPage;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\People\Mail\MailLanguage;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Rules;

/**
 * Page behind the link in mails to guests with shares (ShareLink). Buttons on the page confirm a share, extend it or
 * take it back.
 *
 * @extends LinkPage<OpenedShare>
 */
final class SharePage extends LinkPage {

	public const FIELD      = ShareLink::PARAMETER;
	protected const BUTTON  = 'act';
	private const CONFIRM   = 'confirm';
	private const EXTEND    = 'extend';
	private const TAKE_BACK = 'back';

	public function __construct(
		private readonly StoredShares $shares,
		private readonly Store $store,
		private readonly ShareMailSender $mails
	) {}

	protected function subject( Submission $sent ): ?OpenedShare {
		$link = ShareLink::of( $sent );
		if ( null === $link ) {
			self::show_nothing( array( __( 'This link no longer works, or it is incomplete.', 'largesse' ) ) );
			return null;
		}
		$is_recipient = Roles::of( $link->registry )->is_recipient();
		$share        = $is_recipient ? null : $this->shares->find( $link->registry, $link->id );
		if ( is_wp_error( $share ) ) {
			SharesPage::show_failure( $link->registry, $share );
			return null;
		}
		if ( $is_recipient || Appearances::is_recipient( $link->registry, (int) ( $share['item_id'] ?? $link->promise->item ?? 0 ) ) ) {
			SharesPage::show_notice( $link->registry );
			return null;
		}
		$items = $this->store->items->for_guests( $link->registry->ID );
		return new OpenedShare( $link, $share, is_wp_error( $items ) ? $items : array_column( $items, null, 'id' ) );
	}

	protected function press( mixed $opened, string $button, Submission $sent ): ShownPage|Refusal {
		return match ( $button ) {
			self::CONFIRM   => $this->confirm( $opened ),
			self::EXTEND    => $this->extend( $opened ),
			self::TAKE_BACK => $this->take_back( $opened ),
			default         => self::unknown_button(),
		};
	}

	private function confirm( OpenedShare $opened ): ShownPage {
		$link    = $opened->link;
		$promise = $opened->promise();
		if ( null !== $opened->share || null === $promise ) {
			return $this->show_share( $opened );
		}
		$fields = array(
			'item_id'     => $promise->item,
			'amount'      => $promise->amount,
			'giver_name'  => '' === $promise->person ? null : $promise->person,
			'giver_email' => $promise->email,
			'ends_at'     => $this->new_end( $link ),
		);
		MailLanguage::run_in( $promise->locale, static fn () => MailLanguage::store( $link->id ) );
		return $this->finish( $opened, $this->shares->put( $link->registry, $link->id, $fields, array( 'is_new' => true ) ), __( 'Thank you! Your part counts now.', 'largesse' ) );
	}

	private function extend( OpenedShare $opened ): ShownPage {
		$share = $opened->share;
		if ( null === ( $share['ends_at'] ?? null ) ) {
			return $this->show_share( $opened );
		}
		$fields = array_intersect_key( $share, array_flip( array( 'item_id', 'amount', 'giver_user_id', 'giver_name', 'giver_email' ) ) ) + array( 'secret' => $share['is_secret'] );
		$answer = $this->shares->put( $opened->link->registry, $opened->link->id, array( 'ends_at' => $this->new_end( $opened->link ) ) + $fields, array( 'updated_at' => $share['updated_at'] ) );
		return $this->finish( $opened, $answer, __( 'Your part was extended.', 'largesse' ) );
	}

	/**
	 * Returns the end of a share that a guest confirms or extends now. Queues the reminder before the share is stored,
	 * because the service's answer may be lost. The reminder is for the end that the share has when the mail is due.
	 */
	private function new_end( ShareLink $link ): string {
		$end = gmdate( 'Y-m-d\TH:i:s\Z', time() + Rules::SHARE_DAYS * DAY_IN_SECONDS );
		$this->mails->queue_reminder( $link->registry, $link->id, $end );
		return $end;
	}

	private function take_back( OpenedShare $opened ): ShownPage {
		$answer = null === $opened->share ? null : $this->shares->delete( $opened->link->registry, $opened->share );
		if ( null !== $answer ) {
			SharesPage::show_failure( $opened->link->registry, $answer );
			return new ShownPage();
		}
		return self::show_text( $opened, 200, __( 'You have taken back your part', 'largesse' ), __( 'Your part no longer counts. Others can promise it now.', 'largesse' ) );
	}

	/** Shows the changed share, or why nothing has changed. @param mixed $answer Answer of the service. */
	private function finish( OpenedShare $opened, mixed $answer, string $text ): ShownPage {
		$link  = $opened->link;
		$share = ApiError::data_or_error( $answer ) ?? ApiError::not_the_service();
		if ( is_wp_error( $share ) && 412 === ApiError::status( $share ) ) {
			// The guest has pressed the button twice, and the other request was faster.
			$share = $this->shares->find( $link->registry, $link->id ) ?? $share;
		}
		if ( is_array( $share ) ) {
			ShareLink::remember( $link->registry, $share['id'] );
			return $this->show_share( $opened->with( $share ), is_wp_error( $answer ) ? '' : $text );
		}
		if ( StoredShares::is_too_late( $share ) ) {
			return self::show_text( $opened, 409, __( 'Your part of a gift', 'largesse' ), Refusal::too_late()->message );
		}
		SharesPage::show_failure( $link->registry, $share );
		return new ShownPage();
	}

	protected function show( mixed $opened, ?Refusal $refused, Submission $sent ): void {
		$this->show_share( $opened, $refused->message ?? '' );
	}

	/** Shows a share, or the question whether the guest confirms it. @param string $told Result of a button; may be empty. */
	private function show_share( OpenedShare $opened, string $told = '' ): ShownPage {
		$share   = $opened->share;
		$promise = $opened->promise();
		if ( null !== $share ) {
			$end     = null === $share['ends_at'] ? '' : SharesPage::day( $share['ends_at'] );
			$buttons = ( '' === $end ? array() : array( self::EXTEND => __( 'Extend it by a week', 'largesse' ) ) ) + array( self::TAKE_BACK => __( 'I can’t give it after all', 'largesse' ) );
			/* translators: %s: a date. */
			$until = '' === $end ? '' : sprintf( __( 'It ends on %s, unless the guests promise the whole price together. You can extend it at any time.', 'largesse' ), $end );
			return self::show_page_of( $opened, __( 'Your part of a gift', 'largesse' ), (string) $share['name'], $share['item_id'], (float) $share['amount'], $until, $buttons, $told );
		}
		if ( null !== $opened->link->promise && is_wp_error( $opened->wishes ) ) {
			SharesPage::show_failure( $opened->link->registry, $opened->wishes );
			return new ShownPage();
		}
		if ( null === $promise ) {
			return self::show_text( $opened, 404, __( 'Your part of a gift', 'largesse' ), __( 'This part of a gift has ended, was taken back, or was not confirmed within two days.', 'largesse' ) );
		}
		/* translators: %s: a number of days. */
		$until = sprintf( __( 'Your part does not count yet: please confirm it. Then it counts for %s days, and you can extend it. It does not end if the guests promise the whole price together.', 'largesse' ), Number::text( Rules::SHARE_DAYS ) );
		return self::show_page_of( $opened, __( 'Confirm your part of a gift', 'largesse' ), (string) $opened->wishes[ $promise->item ]['name'], $promise->item, $promise->amount, $until, array( self::CONFIRM => __( 'Confirm my part', 'largesse' ) ), $told );
	}

	/** Shows a page with buttons (labels by value); the first one is the main button. */
	private static function show_page_of( OpenedShare $opened, string $title, string $name, int $item_id, float $amount, string $until, array $buttons, string $told ): ShownPage {
		$wish  = is_wp_error( $opened->wishes ) ? null : $opened->wishes[ $item_id ] ?? null;
		$entry = array(
			/* translators: 1: name of a wish, 2: a price. */
			'texts'   => array( sprintf( __( '%1$s: %2$s', 'largesse' ), $name, Price::amount( $amount, $wish ) ), $until ),
			'hidden'  => ShareLink::parameters( $opened->link->registry, $opened->link->id, (string) $opened->link->promise?->text() ),
			'buttons' => $buttons,
			'is_main' => true,
		);
		// The address is for guests with a share, if the wish is certainly on the list.
		$has_address = null !== $opened->share && null !== $wish;
		SharesPage::show_page(
			200,
			$title,
			array(
				'told'    => $told,
				'address' => $has_address ? DeliveryLines::for_visitor( $opened->link->registry ) : array(),
				'entries' => array( $entry ),
				'action'  => home_url( '/' ),
				'act'     => self::BUTTON,
				'links'   => GiftFormPage::link_to_list( $opened->link->registry ),
			)
		);
		return new ShownPage();
	}

	private static function show_text( OpenedShare $opened, int $status, string $title, string $text ): ShownPage {
		PrivatePage::show( $status, $title, PrivatePage::panel( array( $text ), GiftFormPage::link_to_list( $opened->link->registry ) ) );
		return new ShownPage();
	}
}
