<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Format\Number;
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
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use WP_Post;

/**
 * Sends mails to followers. Immediately before sending a mail, checks whether the follower may see the registry. The
 * mails contain nothing about gifts.
 *
 * @phpstan-type FollowedList array{list: OpenedList, owner: string, url: string, wishes: non-empty-list<string>} `owner` is a name, or empty. `wishes` are the names of new wishes.
 */
final class FollowMailSender extends MailSender {

	/** Kinds of mails: the site asks a visitor to confirm the address, or names new wishes. */
	public const QUESTION = 'follow';
	public const NEWS     = 'wishes';

	/** Maximum number of wishes that a mail names for each list. */
	private const NAMED = 10;

	public function __construct(
		private readonly Queue $queue,
		private readonly Store $store
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
		$follower = Followers::find( (int) $mail->data['registry'], 0, (string) $mail->data['to'] );
		$registry = Registries::with_id( $follower->registry ?? 0 );
		$list     = null === $registry ? null : FollowerAccess::list_of( $registry, $follower );
		if ( null === $list || MailOptOuts::has_opted_out( $follower->email ) ) {
			return true;
		}
		return MailLanguage::run_in(
			$follower->locale,
			static fn (): bool|int => Delivery::send(
				$follower->email,
				self::question( FollowerPage::url( $list->registry, $follower ) ),
				self::QUESTION,
				MailLimits::follow(),
				RecipientMailboxes::none()
			)
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
			$list     = $registry instanceof WP_Post ? FollowerAccess::list_of( $registry, $follower ) : null;
			$wishes   = null === $list ? array() : FollowerAccess::wishes( $this->store, $list );
			$is_down  = $is_down || is_wp_error( $wishes );
			$new      = is_wp_error( $wishes ) ? array() : $follower->new_of( $wishes );
			if ( array() !== $new ) {
				$known[ $id ] = $follower->known_after( $wishes );
				$lists[]      = array(
					'list'   => $list,
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
	 * @param non-empty-list<FollowedList>    $lists
	 * @param non-empty-array<int, list<int>> $known    Ids of the wishes that are not new after the mail, by the id of the
	 *         list.
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
		$end     = FollowerPage::url( $lists[0]['list']->registry, $follower, count( $followed ) > 1 );
		$headers = array( "List-Unsubscribe: <{$end}>", 'List-Unsubscribe-Post: List-Unsubscribe=One-Click' );
		$outcome = MailLanguage::run_in(
			$follower->user > 0 ? get_user_locale( $follower->user ) : $follower->locale,
			static fn (): bool|int => Delivery::send(
				$to,
				self::news( $lists, $end ),
				self::NEWS,
				MailLimits::news(),
				RecipientMailboxes::none(),
				$headers
			)
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
		return '' !== $name
			&& ( FollowerAccess::is_invited( $registry, $follower ) || str_contains( $registry->post_title, $name ) )
			? $name
			: '';
	}

	/** Asks a visitor to confirm the address. A stranger may get this mail, so it contains no text by a member. */
	private static function question( string $url ): MailMessage {
		return ( new MailMessage( __( 'Do you want mails about new wishes?', 'largesse' ) ) )
			->add_greeting()
			/* translators: 1: name of the site, 2: its address. */
			->add_paragraph( sprintf( __( 'Somebody entered this address at %1$s (%2$s) to follow a gift list. If that was you, please confirm it. Then you get a mail when wishes are added, at most one a day.', 'largesse' ), Delivery::site(), home_url( '/' ) ) )
			->add_link( __( 'Yes, send me these mails', 'largesse' ), $url )
			->add_footer( __( 'If this wasn’t you, you don’t have to do anything: we won’t send you these mails unless you use the link. The link works for two days.', 'largesse' ) );
	}

	/** @param non-empty-list<FollowedList> $lists */
	private static function news( array $lists, string $end_url ): MailMessage {
		$mail = ( new MailMessage( self::subject( $lists ) ) )->add_greeting();
		foreach ( $lists as $list ) {
			$mail->add_paragraph( self::sentence( $list ) )
				->add_list( self::names( $list['wishes'] ) )
				->add_link( __( 'Look at the list', 'largesse' ), $list['url'] );
		}
		return $mail->add_footer(
			/* translators: 1: name of the site, 2: its address. */
			sprintf( __( 'You get this mail because you follow a list at %1$s (%2$s). Nobody else knows that you follow it. Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) ),
			__( 'Stop these mails', 'largesse' ),
			$end_url
		);
	}

	/** @param non-empty-list<FollowedList> $lists */
	private static function subject( array $lists ): string {
		$number = count( $lists[0]['wishes'] );
		$shown  = Number::text( $number );
		$owner  = MailText::safe_line( $lists[0]['owner'] );
		return match ( true ) {
			/* translators: %s: a number, at least two. */
			count( $lists ) > 1 => sprintf( __( 'New wishes on %s lists', 'largesse' ), Number::text( count( $lists ) ) ),
			/* translators: 1: name of a person, 2: a number. */
			'' !== $owner       => sprintf( _n( '%1$s added %2$s wish', '%1$s added %2$s wishes', $number, 'largesse' ), $owner, $shown ),
			/* translators: 1: title of a registry, 2: a number. */
			default             => sprintf( _n( '%2$s new wish: “%1$s”', '%2$s new wishes: “%1$s”', $number, 'largesse' ), MailText::title( $lists[0]['list'] ), $shown ),
		};
	}

	/** @param FollowedList $list */
	private static function sentence( array $list ): string {
		$number = count( $list['wishes'] );
		$shown  = Number::text( $number );
		$owner  = MailText::safe_line( $list['owner'] );
		$title  = MailText::title( $list['list'] );
		return '' === $owner
			/* translators: 1: a number, 2: title of a registry. */
			? sprintf( _n( 'There is %1$s new wish on the list “%2$s”:', 'There are %1$s new wishes on the list “%2$s”:', $number, 'largesse' ), $shown, $title )
			/* translators: 1: name of a person, 2: a number, 3: title of a registry. */
			: sprintf( _n( '%1$s added %2$s wish to the list “%3$s”:', '%1$s added %2$s wishes to the list “%3$s”:', $number, 'largesse' ), $owner, $shown, $title );
	}

	/** @return list<array{0: string, 1: string}> Names of the first wishes, and the number of others. */
	private static function names( array $wishes ): array {
		$names = array_map( MailText::safe_line( ... ), array_slice( $wishes, 0, self::NAMED ) );
		$more  = count( $wishes ) - count( $names );
		if ( $more > 0 ) {
			/* translators: %s: a number. */
			$names[] = sprintf( _n( 'and %s more', 'and %s more', $more, 'largesse' ), Number::text( $more ) );
		}
		return array_map( static fn ( string $name ): array => array( $name, '' ), $names );
	}
}
