<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Http\RateLimit;

/**
 * Limits the number of mails to an address, and the number of mails for a registry. Otherwise, anyone could flood an
 * address by typing it into a form. Further mails about gifts wait, and are then combined into one. Invitations have
 * separate limits. If mails about gifts counted towards the limits of invitations, a delayed invitation would reveal
 * gifts to an owner (rules: Surprise).
 */
final class MailLimits {

	/** Maximum number of mails to an address per day. */
	private const PER_ADDRESS = 5;

	/** Maximum number of mails for a registry per day. */
	private const PER_REGISTRY = 200;

	/** Maximum number of invitations by a member per minute. */
	private const INVITATIONS_A_MINUTE = 20;

	/** Maximum number of invitations by a member per day. */
	public const INVITATIONS_A_DAY = 50;

	/** Minimum number of seconds between two mails to an address. */
	private const PAUSE = 15 * MINUTE_IN_SECONDS;

	/** Returns the seconds until the next mail to an address may be sent; 0 if it may be sent now. */
	public static function seconds_to_wait( string $email, int $registry_id ): int {
		return max( array_map( static fn ( RateLimit $limit ) => $limit->seconds_to_wait(), self::limits( $email, $registry_id ) ) );
	}

	/** Counts a mail that was sent. */
	public static function count( string $email, int $registry_id ): void {
		array_map( static fn ( RateLimit $limit ) => $limit->count(), self::limits( $email, $registry_id ) );
	}

	/**
	 * Returns the limits of a member's invitations.
	 *
	 * @return array{minute: RateLimit, day: RateLimit}
	 */
	public static function invitations_of( int $user_id ): array {
		return array(
			'minute' => new RateLimit( "invitations of {$user_id} in a minute", self::INVITATIONS_A_MINUTE, MINUTE_IN_SECONDS ),
			'day'    => new RateLimit( "invitations of {$user_id}", self::INVITATIONS_A_DAY, DAY_IN_SECONDS ),
		);
	}

	/**
	 * Returns the seconds until an invitation may be sent; 0 if it may be sent now.
	 *
	 * @param int|string $place Id of the registry, or of the circle.
	 */
	public static function seconds_to_invite( string $email, int|string $place, int $user_id ): int {
		return max( array_map( static fn ( RateLimit $limit ) => $limit->seconds_to_wait(), self::limits_of_invitation( $email, $place, $user_id ) ) );
	}

	/**
	 * Counts an invitation that was sent.
	 *
	 * @param int|string $place Id of the registry, or of the circle.
	 */
	public static function count_invitation( string $email, int|string $place, int $user_id ): void {
		array_map( static fn ( RateLimit $limit ) => $limit->count(), self::limits_of_invitation( $email, $place, $user_id ) );
	}

	/** Returns an address without its suffix ("ada+gifts@…"), because all variants lead to one mailbox. */
	public static function mailbox( string $email ): string {
		return (string) preg_replace( '/\+[^@]*(?=@)/', '', strtolower( trim( $email ) ) );
	}

	/** @return non-empty-list<RateLimit> */
	private static function limits( string $email, int $registry_id ): array {
		return array(
			new RateLimit( 'mails to ' . self::mailbox( $email ), self::PER_ADDRESS, DAY_IN_SECONDS, self::PAUSE ),
			new RateLimit( "mails of {$registry_id}", self::PER_REGISTRY, DAY_IN_SECONDS ),
		);
	}

	/**
	 * Returns the limits of an invitation.
	 *
	 * @param int|string $place Id of the registry, or of the circle.
	 * @return list<RateLimit>
	 */
	private static function limits_of_invitation( string $email, int|string $place, int $user_id ): array {
		return array(
			...array_values( self::invitations_of( $user_id ) ),
			new RateLimit( 'invitations to ' . self::mailbox( $email ), self::PER_ADDRESS, DAY_IN_SECONDS, self::PAUSE ),
			new RateLimit( "invitations to {$place}", self::PER_REGISTRY, DAY_IN_SECONDS ),
		);
	}
}
