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
use WP_Post;

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
		match ( $sent->is_form ? $sent->text( self::ACT ) : '' ) {
			self::CONFIRM   => $this->confirm( $link, $share ),
			self::EXTEND    => $this->extend( $link, $share ),
			self::TAKE_BACK => $this->take_back( $link, $share ),
			default         => $this->show( $link, $share ),
		};
	}

	private function confirm( ShareLink $link, ?array $share ): void {
		$promise = $link->promise;
		$name    = $this->name( $link );
		if ( null !== $share || null === $promise || $promise->until < time() || is_wp_error( $name ) || '' === $name ) {
			$this->show( $link, $share );
			return;
		}
		$fields = array(
			'item_id'     => $promise->item,
			'amount'      => $promise->amount,
			'giver_name'  => '' === $promise->person ? null : $promise->person,
			'giver_email' => $promise->email,
			'ends_at'     => $this->new_end( $link ),
		);
		MailLanguage::run_in( $promise->locale, static fn () => MailLanguage::store( $link->id ) );
		$this->finish( $link, $this->shares->put( $link->registry, $link->id, $fields, array( 'is_new' => true ) ), __( 'Thank you! Your part counts now.', 'largesse' ) );
	}

	private function extend( ShareLink $link, ?array $share ): void {
		if ( null === $share || null === $share['ends_at'] ) {
			$this->show( $link, $share );
			return;
		}
		$fields = array_intersect_key( $share, array_flip( array( 'item_id', 'amount', 'giver_user_id', 'giver_name', 'giver_email' ) ) ) + array( 'secret' => $share['is_secret'] );
		$this->finish( $link, $this->shares->put( $link->registry, $link->id, array( 'ends_at' => $this->new_end( $link ) ) + $fields, array( 'updated_at' => $share['updated_at'] ) ), __( 'Your part was extended.', 'largesse' ) );
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

	private function take_back( ShareLink $link, ?array $share ): void {
		$answer = null === $share ? null : $this->shares->delete( $link->registry, $share );
		if ( null !== $answer ) {
			SharesPage::show_failure( $link->registry, $answer );
			return;
		}
		self::show_text( 200, __( 'You have taken back your part', 'largesse' ), $link, __( 'Your part no longer counts. Others can promise it now.', 'largesse' ) );
	}

	/** Shows the changed share, or why nothing has changed. */
	private function finish( ShareLink $link, mixed $answer, string $text ): void {
		$share = ApiError::data_or_error( $answer );
		if ( is_wp_error( $share ) && 412 === ApiError::status( $share ) ) {
			// The guest has pressed the button twice, and the other request was faster.
			$share = $this->shares->find( $link->registry, $link->id ) ?? $share;
		}
		if ( is_array( $share ) ) {
			if ( ! is_user_logged_in() ) {
				ShareLink::remember( $link->registry, $share['id'] );
			}
			$this->show( $link, $share, is_wp_error( $answer ) ? '' : $text );
			return;
		}
		$error = $share ?? ApiError::not_the_service();
		if ( StoredShares::is_too_late( $error ) ) {
			$late = Refusal::too_late();
			self::show_text( $late->status, __( 'Your part of a gift', 'largesse' ), $link, $late->message );
		} else {
			SharesPage::show_failure( $link->registry, $error );
		}
	}

	/** Shows a share, or the question whether the guest confirms it. */
	private function show( ShareLink $link, ?array $share, string $text = '' ): void {
		$promise = $link->promise;
		if ( null !== $share ) {
			$end     = null === $share['ends_at'] ? '' : SharesPage::day( $share['ends_at'] );
			$buttons = ( '' === $end ? array() : array( self::EXTEND => __( 'Extend it by a week', 'largesse' ) ) ) + array( self::TAKE_BACK => __( 'Take it back', 'largesse' ) );
			/* translators: %s: a date. */
			$texts = array( $this->part( $link, (string) $share['name'], $share['item_id'], (float) $share['amount'] ), '' === $end ? '' : sprintf( __( 'It ends on %s, unless the guests promise the whole price together. You can extend it at any time.', 'largesse' ), $end ) );
			self::show_page( __( 'Your part of a gift', 'largesse' ), $link, $texts, $buttons, $text, $this->address( $link->registry, $share ) );
			return;
		}
		$name = $this->name( $link );
		if ( is_wp_error( $name ) ) {
			SharesPage::show_failure( $link->registry, $name );
		} elseif ( null === $promise || $promise->until < time() || '' === $name ) {
			self::show_text( 404, __( 'Your part of a gift', 'largesse' ), $link, __( 'This part of a gift has ended, was taken back, or was not confirmed within two days.', 'largesse' ) );
		} else {
			/* translators: %s: a number of days. */
			$texts = array( $this->part( $link, $name, $promise->item, $promise->amount ), sprintf( __( 'Your part does not count yet: please confirm it. Then it counts for %s days, and you can extend it. It does not end if the guests promise the whole price together.', 'largesse' ), number_format_i18n( Rules::SHARE_DAYS ) ) );
			self::show_page( __( 'Confirm your part of a gift', 'largesse' ), $link, $texts, array( self::CONFIRM => __( 'Confirm my part', 'largesse' ) ) );
		}
	}

	private function wishes( WP_Post $registry ): array|WP_Error {
		$items = $this->store->items->for_guests( $registry->ID );
		return is_wp_error( $items ) ? $items : array_column( $items, null, 'id' );
	}

	/** Returns the name of the wish of an unconfirmed share; '' if the wish is no longer on the list. */
	private function name( ShareLink $link ): string|WP_Error {
		$wishes = null === $link->promise ? array() : $this->wishes( $link->registry );
		return is_wp_error( $wishes ) ? $wishes : (string) ( $wishes[ $link->promise->item ?? 0 ]['name'] ?? '' );
	}

	/** @return list<string> The address, if the visitor may open the list, and the wish is certainly on it. */
	private function address( WP_Post $registry, array $share ): array {
		$lines  = Registries::may_read( $registry ) || null !== LinkVisitor::from_cookie( $registry ) ? DeliveryLines::of( $registry ) : array();
		$wishes = array() === $lines ? array() : $this->wishes( $registry );
		return is_array( $wishes ) && isset( $wishes[ $share['item_id'] ] ) ? $lines : array();
	}

	private function part( ShareLink $link, string $name, int $item_id, float $amount ): string {
		$wishes = $this->wishes( $link->registry );
		/* translators: 1: name of a wish, 2: a price. */
		return sprintf( __( '%1$s: %2$s', 'largesse' ), $name, Price::amount( $amount, is_wp_error( $wishes ) ? null : $wishes[ $item_id ] ?? null ) );
	}

	/**
	 * Shows a page with buttons; the first one is the main button.
	 *
	 * @param list<string>          $texts   Plain text.
	 * @param array<string, string> $buttons Labels by value.
	 * @param string                $told    Result of a button; may be empty.
	 * @param list<string>          $address Lines of the delivery address; empty for none.
	 */
	private static function show_page( string $title, ShareLink $link, array $texts, array $buttons, string $told = '', array $address = array() ): void {
		$entry = array(
			'texts'   => $texts,
			'hidden'  => ShareLink::parameters( $link->registry, $link->id, (string) $link->promise?->text() ),
			'buttons' => $buttons,
			'is_main' => true,
		);
		$data  = array(
			'told'    => $told,
			'address' => $address,
			'entries' => array( $entry ),
			'action'  => home_url( '/' ),
			'act'     => self::ACT,
			'links'   => GiftFormPage::link_to_list( $link->registry ),
		);
		SharesPage::show_page( 200, $title, $data );
	}

	private static function show_text( int $status, string $title, ShareLink $link, string $text ): void {
		PrivatePage::show( $status, $title, PrivatePage::panel( array( $text ), GiftFormPage::link_to_list( $link->registry ) ) );
	}
}
