<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Service\MailAddress;

/**
 * Limits of a mail (rules: Limits of mails). Each mail has a limit for the mailbox that gets the mail. Otherwise,
 * anyone could flood a mailbox by typing its address into a form. Mails about gifts have limits of their own. If they
 * counted towards the limits of invitations, a delayed invitation would reveal gifts to an owner (rules: Surprise).
 *
 * `Delivery` requires these limits for each mail, and checks them.
 */
final class MailLimits {

	/** Lengths of periods in seconds. */
	private const MINUTE = 60;
	private const DAY    = 24 * 3600;

	/** Maximum number of mails about gifts, or of invitations, for a registry or circle per day. */
	private const PER_PLACE = 200;

	/** Maximum numbers of invitations by a member per minute and per day. */
	private const INVITATIONS_A_MINUTE = 20;
	public const INVITATIONS_A_DAY     = 50;

	/** Domains of a mail provider that ignores dots in addresses. Both domains lead to the same mailboxes. */
	private const WITHOUT_DOTS = array( 'gmail.com', 'googlemail.com' );

	/** @var list<RateLimit> */
	private readonly array $others;

	/**
	 * @param string $mails Name of the counter of a mailbox. The mailbox follows.
	 * @param int    $a_day Maximum number of these mails to a mailbox per day.
	 * @param int    $pause Minimum number of minutes between two of these mails to a mailbox.
	 */
	private function __construct(
		private readonly string $mails,
		private readonly int $a_day,
		private readonly int $pause,
		RateLimit ...$others
	) {
		$this->others = array_values( $others );
	}

	/** Returns the limits of a mail about gifts. If a mail has to wait, it is later combined with other mails. */
	public static function gift( int $registry_id ): self {
		return new self( 'mails to', 5, 15, new RateLimit( "mails of {$registry_id}", self::PER_PLACE, self::DAY ) );
	}

	/** Limits of an invitation. `$place` is the id of the registry or of the circle. */
	public static function invitation( int|string $place, int $user_id ): self {
		return new self(
			'invitations to',
			5,
			15,
			new RateLimit( "invitations to {$place}", self::PER_PLACE, self::DAY ),
			...array_values( self::invitations_of( $user_id ) )
		);
	}

	/** Returns the limits of a mail about a new account. */
	public static function account(): self {
		return new self( 'sign-up mails to', 5, 2 );
	}

	/** Returns the limits of a mail with which a visitor confirms that they want to follow a registry. */
	public static function follow(): self {
		return new self( 'follow mails to', 3, 5 );
	}

	/** Limits of a mail that confirms a share. With the limits of gifts, anyone could delay the mails about gifts. */
	public static function share(): self {
		return new self( 'share mails to', 5, 2 );
	}

	/** Returns the limits of a mail about new wishes. Each follower gets at most one such mail a day. */
	public static function news(): self {
		return new self( 'news to', 5, 0 );
	}

	/** Returns the limits of a mail about a draw. A guardian gets a mail for each person whom they look after. */
	public static function draw(): self {
		return new self( 'draw mails to', 50, 0 );
	}

	/** Returns the limits of a mail with the link to the gifts of an address. */
	public static function giver_link(): self {
		return new self( 'gift links to', 5, 2 );
	}

	/** Returns the limits of a mail about questions of guests. */
	public static function question(): self {
		return new self( 'question mails to', 5, 60 );
	}

	/** Returns the limits of a mail about the day of a reveal. */
	public static function reveal(): self {
		return new self( 'reveal mails to', 20, 0 );
	}

	/** @return array{minute: RateLimit, day: RateLimit} */
	public static function invitations_of( int $user_id ): array {
		return array(
			'minute' => new RateLimit( "invitations of {$user_id} in a minute", self::INVITATIONS_A_MINUTE, self::MINUTE ),
			'day'    => new RateLimit( "invitations of {$user_id}", self::INVITATIONS_A_DAY, self::DAY ),
		);
	}

	/** Returns the seconds until a mail to an address may be sent; 0 if it may be sent now. */
	public function seconds_to_wait( string $email ): int {
		return max( array_map( static fn ( RateLimit $limit ): int => $limit->seconds_to_wait(), $this->of( $email ) ) );
	}

	/** Counts a mail unless a limit is reached. Returns the seconds until the mail may be sent; 0 if it was counted. */
	public function take( string $email ): int {
		return RateLimit::take_all( ...$this->of( $email ) );
	}

	/** Removes a mail that was counted, but not sent. */
	public function give_back( string $email ): void {
		RateLimit::give_back_all( ...$this->of( $email ) );
	}

	/** Returns one address of a mailbox: without suffix ("ada+gifts@…") and ignored dots, and with the domain in ASCII. */
	public static function mailbox( string $email ): string {
		list( $name, $domain ) = explode( '@', strtolower( MailAddress::ascii( trim( $email ) ) ), 2 ) + array( 1 => '' );

		$name = explode( '+', $name, 2 )[0];
		return in_array( $domain, self::WITHOUT_DOTS, true )
			? str_replace( '.', '', $name ) . '@' . self::WITHOUT_DOTS[0]
			: "{$name}@{$domain}";
	}

	/** @return non-empty-list<RateLimit> */
	private function of( string $email ): array {
		return array(
			new RateLimit( "{$this->mails} " . self::mailbox( $email ), $this->a_day, self::DAY, $this->pause * self::MINUTE ),
			...$this->others,
		);
	}
}
