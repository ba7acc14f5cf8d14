<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Http\RateLimit;

/**
 * Bounds how many mails reach an address, since anybody can type anybody's into a form, and how many leave because of
 * one registry. What is beyond waits, and then goes in one mail with what came in the meantime. Mails about gifts and
 * invitations have limits of their own: an owner who sees an invitation wait would learn of gifts (rules: Surprise).
 */
final class MailLimits {

	/** How many mails an address gets in a day, and how many are sent because of one registry. */
	private const PER_ADDRESS  = 5;
	private const PER_REGISTRY = 200;

	/** How many invitations a member has mailed in a minute, and in a day. */
	public const INVITATIONS_A_MINUTE = 20;
	public const INVITATIONS_A_DAY    = 50;

	/** Seconds between two mails to an address: who gives three things in an evening gets two mails at most. */
	private const PAUSE = 15 * MINUTE_IN_SECONDS;

	/** Returns for how many seconds the next mail to an address has to wait; 0 for none. */
	public static function seconds_to_wait( string $email, int $registry_id ): int {
		return max( array_map( static fn ( RateLimit $limit ) => $limit->wait(), self::limits( $email, $registry_id ) ) );
	}

	/** Counts a mail that was sent. */
	public static function count( string $email, int $registry_id ): void {
		array_map( static fn ( RateLimit $limit ) => $limit->count(), self::limits( $email, $registry_id ) );
	}

	/**
	 * Returns what bounds the invitations that a member has mailed.
	 *
	 * @return array{minute: RateLimit, day: RateLimit}
	 */
	public static function invitations_of( int $user_id ): array {
		return array(
			'minute' => new RateLimit( "invitations of {$user_id} in a minute", self::INVITATIONS_A_MINUTE, MINUTE_IN_SECONDS ),
			'day'    => new RateLimit( "invitations of {$user_id}", self::INVITATIONS_A_DAY, DAY_IN_SECONDS ),
		);
	}

	/** Returns for how many seconds an invitation has to wait; 0 for none. */
	public static function seconds_to_invite( string $email, int $registry_id, int $user_id ): int {
		return max( array_map( static fn ( RateLimit $limit ) => $limit->wait(), self::limits_of_invitation( $email, $registry_id, $user_id ) ) );
	}

	/** Counts an invitation that was sent. */
	public static function count_invitation( string $email, int $registry_id, int $user_id ): void {
		array_map( static fn ( RateLimit $limit ) => $limit->count(), self::limits_of_invitation( $email, $registry_id, $user_id ) );
	}

	/** Returns an address without what people add to theirs ("ada+gifts@…"): all of these lead to one mailbox. */
	public static function mailbox( string $email ): string {
		return (string) preg_replace( '/\+[^@]*(?=@)/', '', strtolower( trim( $email ) ) );
	}

	/**
	 * Returns what bounds a mail.
	 *
	 * @return non-empty-list<RateLimit>
	 */
	private static function limits( string $email, int $registry_id ): array {
		return array(
			new RateLimit( 'mails to ' . self::mailbox( $email ), self::PER_ADDRESS, DAY_IN_SECONDS, self::PAUSE ),
			new RateLimit( "mails of {$registry_id}", self::PER_REGISTRY, DAY_IN_SECONDS ),
		);
	}

	/**
	 * Returns what bounds an invitation.
	 *
	 * @return list<RateLimit>
	 */
	private static function limits_of_invitation( string $email, int $registry_id, int $user_id ): array {
		return array(
			...array_values( self::invitations_of( $user_id ) ),
			new RateLimit( 'invitations to ' . self::mailbox( $email ), self::PER_ADDRESS, DAY_IN_SECONDS, self::PAUSE ),
			new RateLimit( "invitations to {$registry_id}", self::PER_REGISTRY, DAY_IN_SECONDS ),
		);
	}
}
