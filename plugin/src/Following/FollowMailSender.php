<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Mail\Delivery;
use Largesse\Mail\MailLanguage;
use Largesse\Mail\MailLimits;
use Largesse\Mail\MailOptOuts;
use Largesse\Mail\Queue;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registry\ConfirmedAddress;
use Largesse\Registry\Roles;
use WP_Post;

/** Sends mails to followers. Immediately before sending a mail, checks whether the follower may see the registry. */
final class FollowMailSender implements MailSender {

	/** Kinds of mails: the site asks a visitor to confirm the address, or names new wishes. */
	public const QUESTION = 'follow';
	public const NEWS     = 'wishes';

	public function __construct(
		private readonly Queue $queue,
		private readonly VisibleWishes $wishes
	) {}

	/** Queues the mail that asks a visitor to confirm the address, unless it is already queued. */
	public function queue_question( WP_Post $registry, Follower $follower ): void {
		$data = array(
			'registry' => $registry->ID,
			'to'       => $follower->email,
		);
		$this->queue->put( self::QUESTION, "{$registry->ID} {$follower->email}", $data, is_first: true );
	}

	/** Queues the daily mail of a person, unless it is already queued. */
	public function queue_news( Follower $follower ): void {
		$data = array(
			'user' => $follower->user,
			'to'   => $follower->email,
		);
		$this->queue->put( self::NEWS, $follower->user > 0 ? "user {$follower->user}" : $follower->email, $data );
	}

	public function send( QueuedMail $mail ): bool|int {
		return self::QUESTION === $mail->kind ? self::send_question( $mail ) : $this->send_news( $mail );
	}

	/** If the address gets too many of these mails, the mail waits for as long as the visitor may confirm the address. */
	private static function send_question( QueuedMail $mail ): bool|int {
		$registry = $mail->registry();
		$follower = $registry ? Followers::find( $registry->ID, 0, (string) $mail->data['to'] ) : null;
		if ( ! $registry || ! $follower || ! FollowerAccess::may_see( $registry, $follower ) || MailOptOuts::has_opted_out( $follower->email ) ) {
			return true;
		}
		return MailLanguage::run_in(
			$follower->locale,
			static fn (): bool|int => Delivery::send( $follower->email, FollowMailWriter::question( FollowerLink::url( $registry, $follower ) ), self::QUESTION, MailLimits::follow() )
		);
	}

	private function send_news( QueuedMail $mail ): bool|int {
		$followed = Followers::confirmed( (int) $mail->data['user'], (string) $mail->data['to'] );
		// Each person gets at most one mail a day. The mail is about all lists that the person follows.
		if ( array_filter( $followed, static fn ( Follower $one ): bool => ! $one->may_be_mailed( time() ) ) ) {
			return true;
		}
		$lists   = array();
		$known   = array();
		$is_down = false;
		// A person may follow a list twice: with an account, and with the e-mail address of the account. Even so, the
		// person gets only one mail about the list.
		$followed = array_diff_key( $followed, self::followed_by_account( (string) $mail->data['to'] ) );
		foreach ( $followed as $id => $follower ) {
			$registry = get_post( $id );
			$wishes   = $registry instanceof WP_Post && FollowerAccess::may_see( $registry, $follower ) ? $this->wishes->of( $registry ) : array();
			$is_down  = $is_down || is_wp_error( $wishes );
			$new      = is_wp_error( $wishes ) ? array() : $follower->new_of( $wishes );
			if ( array() !== $new ) {
				$known[ $id ] = $follower->known_after( $wishes );
				$lists[]      = array(
					'registry' => $registry,
					'owner'    => self::owner( $registry, $follower ),
					'url'      => FollowerAccess::url( $registry, $follower ),
					'wishes'   => array_column( $new, 'name' ),
				);
			}
		}
		return array() === $lists ? ! $is_down : $this->deliver( $followed, $lists, $known );
	}

	/** @return array<int, Follower> Lists of the account with an address ('' for a member), by their ids. */
	private static function followed_by_account( string $email ): array {
		$user = '' === $email ? false : get_user_by( 'email', $email );
		return $user && '' !== ConfirmedAddress::of( $user ) ? Followers::confirmed( $user->ID, '' ) : array();
	}

	/**
	 * Sends the daily mail. First stores the time of the mail in one of the entries, so that a crash cannot cause a second
	 * mail on the same day. If the time cannot be stored, sends no mail. After sending, stores `$known`, so that the next
	 * mail contains only other wishes.
	 *
	 * @param array<int, Follower>            $followed All entries of the person, by the id of the list.
	 * @param non-empty-list<array<mixed>>    $lists    See FollowMailWriter::news().
	 * @param non-empty-array<int, list<int>> $known    Ids of the wishes that are not new after the mail, by the id of the list.
	 */
	private function deliver( array $followed, array $lists, array $known ): bool|int {
		$follower = $followed[ array_key_first( $known ) ];
		$to       = FollowerAccess::address( $follower );
		if ( '' === $to ) {
			return true;
		}
		if ( null !== Followers::update( $follower, mailed: time() ) ) {
			return false;
		}
		$end     = FollowerLink::url( $lists[0]['registry'], $follower, count( $followed ) > 1 );
		$headers = array( "List-Unsubscribe: <{$end}>", 'List-Unsubscribe-Post: List-Unsubscribe=One-Click' );
		$outcome = MailLanguage::run_in(
			$follower->user > 0 ? get_user_locale( $follower->user ) : $follower->locale,
			static fn (): bool|int => Delivery::send( $to, FollowMailWriter::news( $lists, $end ), self::NEWS, MailLimits::news(), $headers )
		);
		if ( true !== $outcome ) {
			Followers::update( $follower, mailed: $follower->mailed );
			return $outcome;
		}
		foreach ( $known as $id => $ids ) {
			Followers::update( $followed[ $id ], mailed: time(), known: $ids );
		}
		return true;
	}

	/**
	 * Returns the display name of a list's owner if the follower may know it; an empty text otherwise. Names of members
	 * are not public (OwnerPrivacy). So the follower must be invited, or the title of the list must contain the name.
	 * Never returns a user name.
	 */
	private static function owner( WP_Post $registry, Follower $follower ): string {
		$name = Roles::of( $registry )->author_name();
		return '' !== $name && ( FollowerAccess::is_invited( $registry, $follower ) || str_contains( $registry->post_title, $name ) ) ? $name : '';
	}
}
