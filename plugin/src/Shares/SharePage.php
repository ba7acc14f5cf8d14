<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\Format\Price;
use Largesse\Giving\DeliveryLines;
use Largesse\Giving\GiftFormPage;
use Largesse\Http\PrivatePage;
use Largesse\Http\Refusal;
use Largesse\Http\Submission;
use Largesse\Invitations\LinkVisitor;
use Largesse\Mail\MailLanguage;
use Largesse\Registry\Appearances;
use Largesse\Registry\Registries;
use Largesse\Registry\Roles;
use Largesse\Registry\Store;
use Largesse\Service\ApiError;
use Largesse\Service\Rules;
use WP_Error;

/**
 * Page behind the link in mails to guests with shares (ShareLink). Buttons on the page confirm a share, extend it or
 * take it back. Opening the page changes nothing, because mail scanners open all links. The form needs no nonce, because
 * other sites do not know the link's key.
 */
final class SharePage {

	private const ACT       = 'act';
	private const CONFIRM   = 'confirm';
	private const EXTEND    = 'extend';
	private const TAKE_BACK = 'back';

	private ShareLink $link;

	/** @var array<string, mixed>|null The stored share; null if there is none. */
	private ?array $share;

	/** @var array<int, array<string, mixed>>|WP_Error Wishes of the list by id. */
	private array|WP_Error $wishes;

	public function __construct(
		private readonly StoredShares $shares,
		private readonly Store $store,
		private readonly ShareMailSender $mails
	) {}

	/** Answers this request if its address or form contains a token. */
	public function answer(): void {
		$sent = Submission::from_request();
		if ( ! $sent->has( ShareLink::PARAMETER ) ) {
			return;
		}
		$link = ShareLink::of( $sent );
		if ( null === $link ) {
			PrivatePage::show( 404, __( 'There is nothing here', 'largesse' ), PrivatePage::panel( array( __( 'This link no longer works, or it is incomplete.', 'largesse' ) ), array( home_url( '/' ) => __( 'Go to the start page', 'largesse' ) ) ) );
			return;
		}
		$is_recipient = Roles::of( $link->registry )->is_recipient();
		$share        = $is_recipient ? null : $this->shares->find( $link->registry, $link->id );
		if ( is_wp_error( $share ) ) {
			SharesPage::show_failure( $link->registry, $share );
			return;
		}
		if ( $is_recipient || Appearances::is_recipient( $link->registry, (int) ( $share['item_id'] ?? $link->promise->item ?? 0 ) ) ) {
			SharesPage::show_notice( $link->registry );
			return;
		}
		$items        = $this->store->items->for_guests( $link->registry->ID );
		$this->link   = $link;
		$this->share  = $share;
		$this->wishes = is_wp_error( $items ) ? $items : array_column( $items, null, 'id' );
		match ( $sent->is_form ? $sent->text( self::ACT ) : '' ) {
			self::CONFIRM   => $this->confirm(),
			self::EXTEND    => $this->extend(),
			self::TAKE_BACK => $this->take_back(),
			default         => $this->show(),
		};
	}

	/** Returns the data of an unconfirmed share; null if it can no longer be confirmed. */
	private function promise(): ?SharePromise {
		$promise = $this->link->promise;
		return null !== $promise && $promise->until >= time() && is_array( $this->wishes ) && isset( $this->wishes[ $promise->item ] ) ? $promise : null;
	}

	private function confirm(): void {
		$promise = $this->promise();
		if ( null !== $this->share || null === $promise ) {
			$this->show();
			return;
		}
		$fields = array(
			'item_id'     => $promise->item,
			'amount'      => $promise->amount,
			'giver_name'  => '' === $promise->person ? null : $promise->person,
			'giver_email' => $promise->email,
			'ends_at'     => $this->new_end(),
		);
		MailLanguage::run_in( $promise->locale, fn () => MailLanguage::store( $this->link->id ) );
		$this->finish( $this->shares->put( $this->link->registry, $this->link->id, $fields, array( 'is_new' => true ) ), __( 'Thank you! Your part counts now.', 'largesse' ) );
	}

	private function extend(): void {
		if ( null === ( $this->share['ends_at'] ?? null ) ) {
			$this->show();
			return;
		}
		$fields = array_intersect_key( $this->share, array_flip( array( 'item_id', 'amount', 'giver_user_id', 'giver_name', 'giver_email' ) ) ) + array( 'secret' => $this->share['is_secret'] );
		$this->finish( $this->shares->put( $this->link->registry, $this->link->id, array( 'ends_at' => $this->new_end() ) + $fields, array( 'updated_at' => $this->share['updated_at'] ) ), __( 'Your part was extended.', 'largesse' ) );
	}

	/**
	 * Returns the end of a share that a guest confirms or extends now. Queues the reminder before the share is stored,
	 * because the service's answer may be lost. The reminder is for the end that the share has when the mail is due.
	 */
	private function new_end(): string {
		$end = gmdate( 'Y-m-d\TH:i:s\Z', time() + Rules::SHARE_DAYS * DAY_IN_SECONDS );
		$this->mails->queue_reminder( $this->link->registry, $this->link->id, $end );
		return $end;
	}

	private function take_back(): void {
		$answer = null === $this->share ? null : $this->shares->delete( $this->link->registry, $this->share );
		if ( null !== $answer ) {
			SharesPage::show_failure( $this->link->registry, $answer );
			return;
		}
		$this->show_text( 200, __( 'You have taken back your part', 'largesse' ), __( 'Your part no longer counts. Others can promise it now.', 'largesse' ) );
	}

	/** Shows the changed share, or why nothing has changed. */
	private function finish( mixed $answer, string $text ): void {
		$share = ApiError::data_or_error( $answer ) ?? ApiError::not_the_service();
		if ( is_wp_error( $share ) && 412 === ApiError::status( $share ) ) {
			// The guest has pressed the button twice, and the other request was faster.
			$share = $this->shares->find( $this->link->registry, $this->link->id ) ?? $share;
		}
		if ( is_array( $share ) ) {
			ShareLink::remember( $this->link->registry, $share['id'] );
			$this->share = $share;
			$this->show( is_wp_error( $answer ) ? '' : $text );
		} elseif ( StoredShares::is_too_late( $share ) ) {
			$this->show_text( 409, __( 'Your part of a gift', 'largesse' ), Refusal::too_late()->message );
		} else {
			SharesPage::show_failure( $this->link->registry, $share );
		}
	}

	/** Shows a share, or the question whether the guest confirms it. @param string $told Result of a button; may be empty. */
	private function show( string $told = '' ): void {
		$promise = $this->promise();
		if ( null !== $this->share ) {
			$end     = null === $this->share['ends_at'] ? '' : SharesPage::day( $this->share['ends_at'] );
			$buttons = ( '' === $end ? array() : array( self::EXTEND => __( 'Extend it by a week', 'largesse' ) ) ) + array( self::TAKE_BACK => __( 'Take it back', 'largesse' ) );
			/* translators: %s: a date. */
			$until = '' === $end ? '' : sprintf( __( 'It ends on %s, unless the guests promise the whole price together. You can extend it at any time.', 'largesse' ), $end );
			$this->show_page( __( 'Your part of a gift', 'largesse' ), (string) $this->share['name'], $this->share['item_id'], (float) $this->share['amount'], $until, $buttons, $told );
		} elseif ( null !== $this->link->promise && is_wp_error( $this->wishes ) ) {
			SharesPage::show_failure( $this->link->registry, $this->wishes );
		} elseif ( null === $promise ) {
			$this->show_text( 404, __( 'Your part of a gift', 'largesse' ), __( 'This part of a gift has ended, was taken back, or was not confirmed within two days.', 'largesse' ) );
		} else {
			/* translators: %s: a number of days. */
			$until = sprintf( __( 'Your part does not count yet: please confirm it. Then it counts for %s days, and you can extend it. It does not end if the guests promise the whole price together.', 'largesse' ), number_format_i18n( Rules::SHARE_DAYS ) );
			$this->show_page( __( 'Confirm your part of a gift', 'largesse' ), (string) $this->wishes[ $promise->item ]['name'], $promise->item, $promise->amount, $until, array( self::CONFIRM => __( 'Confirm my part', 'largesse' ) ) );
		}
	}

	/** Shows a page with buttons (labels by value); the first one is the main button. */
	private function show_page( string $title, string $name, int $item_id, float $amount, string $until, array $buttons, string $told = '' ): void {
		$wish  = is_wp_error( $this->wishes ) ? null : $this->wishes[ $item_id ] ?? null;
		$entry = array(
			/* translators: 1: name of a wish, 2: a price. */
			'texts'   => array( sprintf( __( '%1$s: %2$s', 'largesse' ), $name, Price::amount( $amount, $wish ) ), $until ),
			'hidden'  => ShareLink::parameters( $this->link->registry, $this->link->id, (string) $this->link->promise?->text() ),
			'buttons' => $buttons,
			'is_main' => true,
		);
		// The address is for guests with a share who may open the list, if the wish is certainly on it.
		$has_address = null !== $this->share && null !== $wish && ( Registries::may_read( $this->link->registry ) || null !== LinkVisitor::from_cookie( $this->link->registry ) );
		SharesPage::show_page(
			200,
			$title,
			array(
				'told'    => $told,
				'address' => $has_address ? DeliveryLines::of( $this->link->registry ) : array(),
				'entries' => array( $entry ),
				'action'  => home_url( '/' ),
				'act'     => self::ACT,
				'links'   => GiftFormPage::link_to_list( $this->link->registry ),
			)
		);
	}

	private function show_text( int $status, string $title, string $text ): void {
		PrivatePage::show( $status, $title, PrivatePage::panel( array( $text ), GiftFormPage::link_to_list( $this->link->registry ) ) );
	}
}
